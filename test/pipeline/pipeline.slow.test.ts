import { auditOutcomes, openNodeSession, predictClasses, type AuditReport, type ModelSession } from "@evenodds/auditor";
import {
  countOutcomes,
  hashGraph,
  hashNodeIds,
  maskOf,
  recallSplit,
  type Graph,
  type NodeTable,
  type Split,
  type TrainedModel,
} from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { openEngine, parseTrainingOptions, predictLogits, train, type Engine } from "@evenodds/trainer";
import { expect } from "chai";
import { denseLogits } from "../support/dense-model.js";
import { expectClose } from "../support/expect-close.js";
import { learnableGraph, randomGraph, weighted } from "../support/tiny-graphs.js";

interface Pipeline {
  readonly graph: Graph;
  readonly nodes: NodeTable;
  readonly model: TrainedModel;
  readonly bytes: Uint8Array;
  readonly session: ModelSession;
  readonly split: Split;
}

const shapes = {
  "two classes, two groups": { shape: { nodes: 40 }, options: {} },
  "two classes, paper mode": { shape: { nodes: 40 }, options: { mode: "paper" } },
  "three classes, three groups, unlabelled nodes": {
    shape: { nodes: 60, classes: 3, groups: 3, unlabelled: true },
    options: { scale: "z-score" },
  },
  "three classes, three groups, paper mode": {
    shape: { nodes: 60, classes: 3, groups: 3 },
    options: { mode: "paper", scale: "none" },
  },
  "GCN alone": { shape: { nodes: 48 }, options: { method: "gcn" } },
  "arcs with weights": { shape: { nodes: 40 }, options: {}, weights: true },
  "arcs with weights, GraphSAGE": { shape: { nodes: 40 }, options: { backbone: "sage-mean" }, weights: true },
  "arcs with weights, GIN": { shape: { nodes: 40 }, options: { backbone: "gin" }, weights: true },
} satisfies Record<string, { shape: object; options: object; weights?: boolean }>;

for (const [name, { shape, options, ...rest }] of Object.entries(shapes)) {
  const withWeights = "weights" in rest ? weighted : (graph: Graph) => graph;
  describe(`train, export, audit: ${name}`, () => {
    let engine: Engine;
    let pipeline: Pipeline;

    before(async () => {
      engine = await openEngine("wasm");
      const { nodes, ...made } = learnableGraph(shape);
      const graph = withWeights(made.graph);
      const data = { graph, nodes, name, sha256: hashGraph(graph, nodes) };
      const settings = parseTrainingOptions({ sensitive: "group", hidden: 8, epochs: 30, seed: 5, ...options });
      const { model } = await train(data, settings, { engine });
      const bytes = exportModel(model);
      const session = await openNodeSession(bytes, { provider: "cpu" });
      const split = recallSplit(model.split, hashNodeIds(graph.nodeIds));
      pipeline = { graph, nodes, model, bytes, session, split };
    });
    after(() => pipeline.session.release());

    it("gives equal logits in TensorFlow.js, in ONNX Runtime and in plain float64 arithmetic", async () => {
      const { graph, model, session } = pipeline;
      const alone: Graph = {
        ...randomGraph(2, { nodes: 1, arcs: 0, features: 3 }),
        source: new Int32Array(0),
        target: new Int32Array(0),
      };
      const graphs = [graph, randomGraph(1, { nodes: 30, arcs: 90, features: 3 }), alone];
      for (const one of graphs.map((each) => (each === graph ? graph : withWeights(each)))) {
        const dense = denseLogits(model, one);
        const largest = Math.max(1, ...dense.map(Math.abs));
        expectClose(predictLogits(model, one, engine), dense, 1e-5 * largest);
        expectClose((await session.run(one)).logits, dense, 1e-5 * largest);
      }
    });

    it("records the split that it learned from, without unlabelled nodes", () => {
      const { nodes, split } = pipeline;
      const parts = [...split.train, ...split.validation, ...split.test];
      expect(new Set(parts).size).to.equal(parts.length);
      const labelled = [...nodes.label.keys()].filter((node) => nodes.label[node]! >= 0);
      expect([...parts].sort((a, b) => a - b)).to.deep.equal(labelled);
    });

    it("audits the counts that a loop over the test nodes gives", async () => {
      const { nodes, split } = pipeline;
      const report = await audit(pipeline);
      const [attribute] = report.attributes;
      expect(attribute!.rows).to.deep.include({ read: nodes.label.length, used: split.test.length });
      const byHand = countByHand(pipeline);
      for (const { label, group, n, predictions } of attribute!.cells) {
        const key = (prediction: string) => `${label}, ${group}, ${prediction}`;
        for (const { prediction, k, rate } of predictions) {
          expect(k, key(prediction)).to.equal(byHand.get(key(prediction)) ?? 0);
          expect(rate, key(prediction)).to.equal(n === 0 ? null : k / n);
        }
        expect(n).to.equal(predictions.reduce((sum, { k }) => sum + k, 0));
      }
      expect(attribute!.equalizedOdds.value).to.equal(largestGapByHand(pipeline, byHand));
    });
  });
}

async function audit({ graph, nodes, session, split, model }: Pipeline): Promise<AuditReport> {
  const { logits, columns } = await session.run(graph);
  const { prediction } = predictClasses({ logits, columns }, { nodeIds: graph.nodeIds });
  const [group] = nodes.sensitive;
  const outcomes = countOutcomes({
    label: nodes.label,
    prediction,
    group: group!.code,
    groups: group!.levels,
    classes: model.classes,
    include: maskOf(split.test, graph.nodeCount),
  });
  const attributes = [{ name: "group", outcomes }];
  return auditOutcomes({ attributes, version: "0.0.0", settings: { minimumSupport: 1, draws: 0 } });
}

/** Nodes by `label, group, prediction`, from the logits of plain arithmetic. */
function countByHand({ graph, nodes, model, split }: Pipeline): Map<string, number> {
  const logits = denseLogits(model, graph);
  const width = model.classes.length;
  const [group] = nodes.sensitive;
  const counts = new Map<string, number>();
  for (const node of split.test) {
    const row = [...logits.subarray(node * width, (node + 1) * width)];
    const prediction = row.indexOf(Math.max(...row));
    const names = [nodes.classes[nodes.label[node]!], group!.levels[group!.code[node]!], nodes.classes[prediction]];
    const key = names.join(", ");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** max over label and prediction of the largest difference of rates between two groups; null where none has two. */
function largestGapByHand({ nodes }: Pipeline, counts: ReadonlyMap<string, number>): number | null {
  const { classes } = nodes;
  const count = (label: string, group: string, prediction: string) =>
    counts.get(`${label}, ${group}, ${prediction}`) ?? 0;
  const gaps = classes.flatMap((label) =>
    classes.flatMap((prediction) => {
      const rates = nodes.sensitive[0]!.levels.flatMap((group) => {
        const n = classes.reduce((sum, other) => sum + count(label, group, other), 0);
        return n === 0 ? [] : [count(label, group, prediction) / n];
      });
      return rates.length < 2 ? [] : [Math.max(...rates) - Math.min(...rates)];
    }),
  );
  return gaps.length === 0 ? null : Math.max(...gaps);
}
