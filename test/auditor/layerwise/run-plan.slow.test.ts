import { tileSizes } from "@evenodds/auditor/internal";
import {
  InputError,
  ModelError,
  Random,
  type Graph,
  type Layer,
  type LayerPlan,
  type TrainedModel,
} from "@evenodds/core";
import { cutModel, exportModel, proofGraphs, proveCut } from "@evenodds/exporter";
import { expect } from "chai";
import fc from "fast-check";
import { anyGraph, graphOf } from "../../exporter/support/graphs.js";
import { layerModels } from "../../exporter/support/layer-models.js";
import { gcn, linear, randomModel } from "../../exporter/support/models.js";
import { loadOnnx } from "../../exporter/support/run-onnx.js";
import { caught } from "../../support/caught.js";
import { bitsOf, runCut } from "./run-cut.js";

const relu: Layer = { kind: "relu" };
const weighted = randomModel([
  ...[gcn("a", 3, 4), relu, { kind: "sage", name: "b", inputs: 4, outputs: 5, aggregation: "mean" } as const],
  ...[{ kind: "gin", name: "c", inputs: 5, hidden: 4, outputs: 3, epsilon: 0.5 } as const, linear("d", 3, 2)],
]);
/** Rows that begin at odd addresses, and products with one column. */
const wide = randomModel(
  [
    ...[{ kind: "gat", name: "a", inputs: 3, outputs: 39, heads: 3, negativeSlope: 0.2 } as const],
    ...[{ kind: "layer-norm", name: "b", width: 39, epsilon: 1e-5 } as const, { kind: "elu", alpha: 1 } as const],
    ...[{ kind: "gat", name: "c", inputs: 39, outputs: 37, heads: 1, negativeSlope: 0.2 } as const],
    ...[{ kind: "layer-norm", name: "d", width: 37, epsilon: 1e-5 } as const, linear("e", 37, 1)],
  ],
  { task: "binary" },
);
const models: readonly (readonly [name: string, model: TrainedModel, edgeWeights: boolean])[] = [
  ...Object.entries(layerModels()).map(([name, model]) => [name, model, false] as const),
  ["sums with weights of arcs", weighted, true],
  ["attention and normalization of odd widths", wide, false],
];

/** A graph with its nodes in another order: node i becomes node `place[i]`. */
function permuted(graph: Graph, place: Int32Array): Graph {
  const width = graph.featureNames.length;
  const features = new Float32Array(graph.features.length);
  place.forEach((to, from) => features.set(graph.features.subarray(from * width, (from + 1) * width), to * width));
  const moved = (ends: Int32Array) => ends.map((node) => place[node]!);
  return { ...graph, features, source: moved(graph.source), target: moved(graph.target) };
}

/** A graph with some hubs, loops, arcs listed twice, isolated nodes, and features of many magnitudes. */
function largeGraph(nodes: number, arcs: number, width = 3): Graph {
  const random = Random.of(11, "large graph");
  const node = (power: number) => Math.floor(0.9 * nodes * random.uniform() ** power);
  const list = Array.from({ length: arcs }, (): [number, number] => [node(2), node(4)]);
  const graph = graphOf(nodes, { arcs: [...list, ...list.slice(0, 20), [3, 3]], width });
  return { ...graph, features: graph.features.map((value, at) => value * 10 ** ((at % 7) - 3)) };
}

/** About the least memory that a plan runs in, which cuts the nodes into many blocks. */
function leastMemoryOf(plan: LayerPlan, sizes: { nodes: number; weighted: boolean }): number {
  for (let memory = 10_000; ; memory = Math.ceil(1.1 * memory)) {
    try {
      tileSizes(plan, { ...sizes, memory });
      return memory;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
}

describe("runPlan", () => {
  for (const [name, model, edgeWeights] of models) {
    describe(name, () => {
      const bytes = exportModel(model, { edgeWeights });
      const cut = cutModel(bytes);

      it("gives what the whole model gives, on any graph", async () => {
        const whole = await loadOnnx(bytes);
        const graphs = fc.sample(anyGraph({ width: 3 }), { numRuns: 8, seed: 5 }).map((graph, i) => ({
          name: `any ${i}`,
          graph: edgeWeights ? { ...graph, edgeWeight: Float32Array.from(graph.source, (s) => (s % 4) / 3) } : graph,
        }));
        await proveCut({
          graphs: [...proofGraphs({ featureCount: 3, edgeWeights, seed: 3 }), ...graphs],
          reference: whole,
          candidate: (graph) => runCut(cut, graph),
        });
      });

      const leastMemory = leastMemoryOf(cut.plan, { nodes: 400, weighted: edgeWeights });

      it("gives the same bits whatever the memory, the order of arcs and the pieces in which they come", async () => {
        const [{ graph }] = proofGraphs({ featureCount: 3, edgeWeights, seed: 4 }) as unknown as [{ graph: Graph }];
        const expected = bitsOf(await runCut(cut, graph));
        for (const memory of [leastMemory, 2 * leastMemory]) {
          expect(bitsOf(await runCut(cut, graph, { memory })) === expected, `${memory}`).to.equal(true);
        }
        const order = Random.of(1, "order").shuffle(graph.source.map((_, arc) => arc));
        const part = (start: number) => {
          const arcs = order.subarray(start, start + 100);
          const weights = graph.edgeWeight;
          return {
            source: arcs.map((arc) => graph.source[arc]!),
            target: arcs.map((arc) => graph.target[arc]!),
            weight: weights && Float32Array.from(arcs, (arc) => weights[arc]!),
          };
        };
        const batches = Array.from({ length: Math.ceil(order.length / 100) }, (_, i) => part(100 * i));
        expect(bitsOf(await runCut(cut, graph, { batches, memory: leastMemory })) === expected).to.equal(true);
      });

      it("gives a node the same bits wherever it stands", async () => {
        const graph = largeGraph(2600, 9000);
        const given = edgeWeights ? { ...graph, edgeWeight: graph.source.map((s) => s % 5) } : graph;
        const place = Random.of(2, "places").shuffle(Int32Array.from({ length: 2600 }, (_, node) => node));
        const weights = edgeWeights ? { edgeWeight: Float32Array.from(graph.source, (s) => (s % 5) / 7) } : {};
        const logits = await runCut(cut, { ...given, ...weights } as Graph);
        const turned = await runCut(cut, { ...permuted(graph, place), ...weights });
        const columns = logits.length / 2600;
        const back = new Float32Array(logits.length);
        place.forEach((to, from) => back.set(turned.subarray(to * columns, (to + 1) * columns), from * columns));
        expect(bitsOf(back) === bitsOf(logits)).to.equal(true);
      });
    });
  }

  it("gives the same bits for 100,000 arcs at every ceiling, in one tile or in hundreds", async () => {
    const model = randomModel([gcn("a", 16, 16), relu, gcn("b", 16, 8), linear("c", 8, 2)]);
    const cut = cutModel(exportModel(model));
    const graph = largeGraph(5000, 100_000, 16);
    const ceilings = [5e5, 7e5, 1e6, 1e8];
    const tiles = ceilings.map((memory) => {
      const { targets, sources } = tileSizes(cut.plan, { nodes: 5000, weighted: false, memory });
      return Math.ceil(5000 / targets) * Math.ceil(5000 / sources);
    });
    expect(tiles.at(-1)).to.equal(1);
    expect(tiles[0]).to.be.above(10);
    const found = [];
    for (const memory of ceilings) found.push(bitsOf(await runCut(cut, graph, { memory })));
    expect(new Set(found).size).to.equal(1);
    const whole = await loadOnnx(exportModel(model));
    await proveCut({
      graphs: [{ name: "large", graph }],
      reference: whole,
      candidate: () => runCut(cut, graph, { memory: 7e5 }),
    });
  });

  it("keeps sums within the memory that it is given", () => {
    const plan: LayerPlan = cutModel(exportModel(randomModel([gcn("a", 16, 16), linear("c", 16, 2)]))).plan;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 4e5, max: 2e9 }), (nodes, memory) => {
        let sizes;
        try {
          sizes = tileSizes(plan, { nodes, weighted: true, memory });
        } catch (error) {
          expect(error).to.be.instanceOf(InputError);
          return;
        }
        expect(sizes.bytes).to.be.at.most(memory);
        expect(Math.min(sizes.targets, sizes.sources, sizes.arcs)).to.be.at.least(1);
      }),
    );
  });

  it("says how much memory it needs where there is too little", async () => {
    const cut = cutModel(exportModel(randomModel([gcn("a", 16, 16), linear("c", 16, 2)])));
    const error = await caught(() => runCut(cut, largeGraph(20_000, 100, 16), { memory: 300_000 }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/^‘memory’: expected about \d+ MB for blocks of 20000 nodes/);
  });

  it("refuses numbers that are not finite where they are put together, with value and node", async () => {
    const cut = cutModel(exportModel(layerModels()["sage max"]!));
    const graph = graphOf(3, { arcs: [[0, 1]], width: 3 });
    graph.features[4] = NaN;
    const error = await caught(() => runCut(cut, graph));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.match(/^value x of node 1 \(from 0\): expected finite numbers.* found NaN/);
  });

  it("refuses arcs to nodes that there are not, and weights below 0", async () => {
    const cut = cutModel(exportModel(weighted, { edgeWeights: true }));
    const graph = graphOf(3, { arcs: [], width: 3 });
    const arcs = (source: number, weight: number) => [
      { source: [0, source], target: [1, 2], weight: Float32Array.of(1, weight) },
    ];
    const messageOf = async (batches: ReturnType<typeof arcs>) =>
      `${await caught(() => runCut(cut, graph, { batches }))}`;
    expect(await messageOf(arcs(3, 1))).to.match(/arc 1: expected nodes from 0 to 2, found 3 → 2/);
    expect(await messageOf(arcs(-1, 1))).to.match(/arc 1: expected nodes from 0 to 2, found -1 → 2/);
    expect(await messageOf(arcs(0, -0.5))).to.match(/weight of arc 1: expected a finite number from 0, found -0.5/);
    expect(await messageOf(arcs(0, NaN))).to.match(/weight of arc 1/);
    const found = await caught(() => runCut(cut, graph, { batches: [{ source: [0], target: [1] }] }));
    expect(found.message).to.match(/^arcs: expected arcs with weights, as the plan takes them, found arcs without/);
    const plain = cutModel(exportModel(weighted));
    const other = await caught(() => runCut(plain, graph, { batches: arcs(0, 1) }));
    expect(other.message).to.match(/^arcs: expected arcs without, as the plan takes them, found arcs with weights/);
  });
});
