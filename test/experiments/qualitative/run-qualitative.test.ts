import { hashGraph, InputError, InterruptedError, UsageError, type Graph, type NodeTable } from "@evenodds/core";
import { runQualitative, type QualitativeOptions, type QualitativeProgress } from "@evenodds/experiments/internal";
import { openEngine, type Engine } from "@evenodds/trainer";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { learnableGraph } from "../../support/tiny-graphs.js";

const dataOf = ({ graph, nodes }: { graph: Graph; nodes: NodeTable }) => ({
  ...{ graph, nodes, name: "tiny", sha256: hashGraph(graph, nodes) },
});

describe("runQualitative", () => {
  let engine: Engine;
  before(async () => (engine = await openEngine("wasm")));
  const small = (): QualitativeOptions => ({
    ...{ data: dataOf(learnableGraph({ nodes: 80 })), attribute: "group", engine, epochs: 4, seed: 3 },
    ...{ share: 0.4, minimumNeighbours: 2 },
  });

  it("trains a model for each λ on one split and finds candidates", async () => {
    const study = await runQualitative(small());
    expect(study.models.map(({ lambda, method, epochs }) => [lambda, method, epochs])).to.deep.equal([
      [0, "gcn", 4],
      [1, "eqgnn", 4],
    ]);
    const tested = study.findings.map(({ everyone }) => everyone.rise.n);
    expect(tested[0]! + tested[1]!).to.equal(study.testNodes);
    expect(study.testNodesWithoutGroup).to.equal(0);
    const found = study.findings.map(({ ruleCounts }) => ruleCounts.candidates);
    expect(Math.max(...found)).to.be.above(0);
    study.findings.forEach(({ examples, candidates, ruleCounts }) => {
      expect(candidates.rise.n).to.equal(ruleCounts.candidates);
      expect(examples.length).to.equal(Math.min(2, ruleCounts.candidates));
    });
  });

  it("shows the largest rise and the one in the middle, with probabilities that sum to 1", async () => {
    const { findings } = await runQualitative(small());
    for (const { examples, candidates } of findings) {
      for (const { rank, roles, label, before, after, drawn } of examples) {
        const rise = after.probability[label]! - before.probability[label]!;
        if (roles.includes("best")) expect([rank, rise]).to.deep.equal([1, candidates.largestRise]);
        else expect(rank).to.equal((candidates.rise.n >> 1) + 1);
        expect(before.probability.reduce((a, b) => a + b)).to.be.closeTo(1, 1e-12);
        expect(drawn.nodes[0]!.label).to.equal(label);
      }
    }
  });

  it("gives the same data for the same options, without any identifier of a node", async () => {
    const options = small();
    const { graph } = options.data;
    const named = {
      ...options,
      data: { ...options.data, graph: { ...graph, nodeIds: graph.nodeIds.map((id) => `id-${id}`) } },
    };
    const text = JSON.stringify(await runQualitative(options));
    expect(JSON.stringify(await runQualitative(named))).to.equal(text);
    expect(text).not.to.include("id-");
  });

  it("draws no more nodes than it is told", async () => {
    const { findings } = await runQualitative({ ...small(), drawnNodes: 4 });
    const examples = findings.flatMap((group) => group.examples);
    expect(examples).not.to.be.empty;
    for (const { drawn, counts } of examples) {
      expect(drawn.nodes.length).to.be.at.most(4);
      expect(drawn.nodes.length + drawn.omittedDirect + drawn.omittedSecond).to.equal(counts.withinTwoHops + 1);
    }
  });

  it("goes on without candidates", async () => {
    const { findings } = await runQualitative({ ...small(), minimumNeighbours: 80 });
    expect(findings.map(({ ruleCounts, examples }) => [ruleCounts.candidates, examples.length])).to.deep.equal([
      [0, 0],
      [0, 0],
    ]);
  });

  it("tells after each epoch how far it is, and stops on request", async () => {
    const told: QualitativeProgress[] = [];
    await runQualitative({ ...small(), epochs: 2, onProgress: (progress) => told.push(progress) });
    expect(told).to.deep.equal([
      { model: 1, lambda: 0, epoch: 1, epochs: 2 },
      { model: 1, lambda: 0, epoch: 2, epochs: 2 },
      { model: 2, lambda: 1, epoch: 1, epochs: 2 },
      { model: 2, lambda: 1, epoch: 2, epochs: 2 },
    ]);
    const controller = new AbortController();
    const run = runQualitative({
      ...{ ...small(), signal: controller.signal },
      onProgress: ({ model }) => model === 2 && controller.abort(),
    });
    const error = await caught(() => run);
    expect(error).to.be.instanceOf(InterruptedError);
    expect(error.message)
      .to.match(/start again/)
      .and.not.to.match(/--resume/);
  });

  it("refuses options out of range, an unknown attribute and a label of numbers, before it trains", async () => {
    const refused: [Partial<QualitativeOptions>, typeof UsageError | typeof InputError, RegExp][] = [
      [{ lambdas: [1, 1] }, UsageError, /lambdas.*two different.*1 and 1/],
      [{ lambdas: [-1, 1] }, UsageError, /lambdas.*-1 and 1/],
      [{ drawnNodes: 0 }, UsageError, /drawnNodes.*from 1.*found 0/],
      [{ share: 1.2 }, UsageError, /share.*found 1.2/],
      [{ epochs: 0 }, UsageError, /‘epochs’/],
      [{ attribute: "grop" }, InputError, /grop.*did you mean "group"/],
      [{ data: numericData() }, InputError, /label "label".*classes.*found numbers/],
    ];
    for (const [options, kind, message] of refused) {
      const told: unknown[] = [];
      const error = await caught(() => runQualitative({ ...small(), ...options, onProgress: (p) => told.push(p) }));
      expect(error).to.be.instanceOf(kind);
      expect(error.message).to.match(message);
      expect(told).to.be.empty;
    }
  });
});

function numericData() {
  const { graph, nodes } = learnableGraph();
  const target = { name: "label", value: Float64Array.from(nodes.label) };
  return dataOf({ graph, nodes: { ...nodes, label: nodes.label.map(() => 0), classes: [], target } });
}
