import { ModelError, type Layer, type Graph } from "@evenodds/core";
import { checkStructure, exportModel } from "@evenodds/exporter";
import { lazily, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import { denseLogits } from "../support/dense-model.js";
import { expectLogits } from "./support/expect-logits.js";
import { anyGraph, graphOf } from "./support/graphs.js";
import { layerModels } from "./support/layer-models.js";
import { gcn, linear, randomModel } from "./support/models.js";
import { loadOnnx } from "./support/run-onnx.js";

const width = 3;
const models = layerModels();
const weighable = [
  "two gcn layers on scaled features",
  "sage mean that widens, then narrows",
  "gin that widens, then narrows",
] as const;
const exported = weighable.flatMap((name) =>
  (["fast", "portable"] as const).map((form) => ({
    name: `${name}, ${form}`,
    model: models[name]!,
    bytes: lazily(() => exportModel(models[name]!, { form, edgeWeights: true })),
    load: lazily(() => loadOnnx(exportModel(models[name]!, { form, edgeWeights: true }))),
    unweighted: lazily(() => loadOnnx(exportModel(models[name]!, { form }))),
  })),
);

/** Any graph with weights in quarters from 0 to 3. */
function anyWeightedGraph(): fc.Arbitrary<Graph> {
  return anyGraph({ width }).chain((graph) => {
    const arcs = graph.source.length;
    const weights = fc.array(fc.nat({ max: 12 }), { minLength: arcs, maxLength: arcs });
    return weights.map((quarters) => ({ ...graph, edgeWeight: Float32Array.from(quarters, (w) => w / 4) }));
  });
}

describe("exportModel with edgeWeights", () => {
  for (const { name, model, load, unweighted, bytes } of exported) {
    it(`equals the formulas in float64 on any graph with weights: ${name}`, async () => {
      const run = await load();
      await fc.assert(
        fc.asyncProperty(anyWeightedGraph(), async (graph) => {
          expectLogits(await run(graph), denseLogits(model, graph));
        }),
        { numRuns: 40 },
      );
    });

    it(`counts an arc of weight 2 as two arcs, and one of weight 0 as none: ${name}`, async () => {
      const arcs: [number, number][] = [
        [3, 2],
        [0, 1],
        [2, 1],
        [1, 0],
        [2, 2],
        [0, 3],
      ];
      const weighted = { ...graphOf(4, { arcs, width }), edgeWeight: Float32Array.of(2, 1, 0, 1, 2, 0) };
      const listed: [number, number][] = [
        [3, 2],
        [3, 2],
        [0, 1],
        [1, 0],
        [2, 2],
        [2, 2],
      ];
      const expected = await (await unweighted())(graphOf(4, { arcs: listed, width }));
      expectLogits(await (await load())(weighted), Float64Array.from(expected));
    });

    it(`has a third input, of as many weights as there are arcs: ${name}`, () => {
      checkStructure(bytes());
      const input = onnx.ModelProto.decode(bytes()).graph!.input![2]!;
      expect(input.name).to.equal("edge_weight");
      expect(input.type!.tensorType!.shape!.dim!.map(({ dimParam }) => dimParam)).to.deep.equal(["E"]);
    });
  }

  it("is equal bit by bit at one and two threads", async () => {
    const arcs = Array.from({ length: 9000 }, (_, arc): [number, number] => [(arc * 37) % 600, (arc * arc) % 600]);
    const graph = { ...graphOf(600, { arcs, width }), edgeWeight: Float32Array.from(arcs, (_, i) => (i % 7) / 7) };
    for (const { bytes, load } of exported) {
      expect(await (await loadOnnx(bytes(), { threads: 1 }))(graph)).to.deep.equal(await (await load())(graph));
    }
  });

  const sage: Layer = { kind: "sage", name: "s", inputs: 3, outputs: 2, aggregation: "max" };
  const gat: Layer = { kind: "gat", name: "g", inputs: 3, outputs: 2, heads: 1, negativeSlope: 0.2 };
  const refused: [string, Layer[], RegExp][] = [
    ["sage max", [gcn("a", 3, 3), sage], /layer "s" of a model with weighted arcs: .*found sage with aggregation max/],
    ["gat", [gat], /layer "g" of a model with weighted arcs: .*found gat/],
    ["a model without message passing", [linear("l", 3, 2)], /layers of a model with weighted arcs: .*found none/],
  ];
  for (const [what, layers, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => exportModel(randomModel(layers), { edgeWeights: true })).to.throw(ModelError, message);
    });
  }
});
