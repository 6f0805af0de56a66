import { ModelError, type Layer, type TrainedModel } from "@evenodds/core";
import { expect } from "chai";
import { GraphBuilder } from "../../../packages/exporter/src/builder/graph-builder.js";
import { exportModel } from "../../../packages/exporter/src/export-model.js";
import { layerContext } from "../../../packages/exporter/src/layers/layer-context.js";
import { translateLayer } from "../../../packages/exporter/src/layers/translate-layer.js";
import { onnx } from "../../../packages/exporter/src/builder/proto.js";
import { graphOf } from "../support/graphs.js";
import { gcn, linear, randomModel } from "../support/models.js";
import { loadOnnx } from "../support/run-onnx.js";

/** The model with weight and bias of its one weighted layer written out. */
function withWeights(model: TrainedModel, weight: number[], bias: number[]): TrainedModel {
  const [[weightName, { shape }], [biasName]] = [...model.weights] as [
    [string, { shape: number[] }],
    [string, unknown],
  ];
  return {
    ...model,
    weights: new Map([
      [weightName, { shape, values: Float32Array.from(weight) }],
      [biasName, { shape: [bias.length], values: Float32Array.from(bias) }],
    ]),
  };
}

async function logitsOf(model: TrainedModel, parts: { features: number[]; arcs: [number, number][] }) {
  const width = model.featureNames.length;
  const graph = graphOf(parts.features.length / width, { arcs: parts.arcs, width });
  const run = await loadOnnx(exportModel(model));
  return [...(await run({ ...graph, features: Float32Array.from(parts.features) }))];
}

function operatorsOf(layers: readonly Layer[]): string[] {
  const { graph } = onnx.ModelProto.decode(exportModel(randomModel(layers)));
  return graph!.node!.map(({ opType }) => opType!);
}

describe("translateLayer", () => {
  it("linear: y = x W + b", async () => {
    const model = withWeights(randomModel([linear("l", 2, 2)]), [1, 2, 3, 4], [10, 20]);
    expect(await logitsOf(model, { features: [1, 1, 2, 0], arcs: [] })).to.deep.equal([14, 26, 12, 24]);
  });

  it("relu: max(x, 0); dropout: x", async () => {
    const identity = withWeights(randomModel([linear("l", 2, 2), { kind: "relu" }]), [1, 0, 0, 1], [0, 0]);
    expect(await logitsOf(identity, { features: [-1, 2], arcs: [] })).to.deep.equal([0, 2]);
    const dropped = { ...identity, layers: [identity.layers[0]!, { kind: "dropout", rate: 0.9 } as const] };
    expect(await logitsOf(dropped, { features: [-1, 2], arcs: [] })).to.deep.equal([-1, 2]);
  });

  it("gcn: in-degrees 0, 3, 0 plus 1 give y₁ = x₀/2 + x₀/2 + x₂/2 + x₁/4 with 0 → 1 listed twice", async () => {
    const model = withWeights(randomModel([gcn("g", 1, 2)]), [1, -1], [0, 100]);
    const logits = await logitsOf(model, {
      features: [8, 16, 4],
      arcs: [
        [0, 1],
        [0, 1],
        [2, 1],
      ],
    });
    expect(logits).to.deep.equal([8, 92, 14, 86, 4, 96]);
  });

  it("gcn: a self loop counts beside the one that is added: y₀ = (x₀ + 3 x₀) / 4 with three of them", async () => {
    const model = withWeights(randomModel([gcn("g", 1, 2)]), [1, 0], [0, 0]);
    expect(
      await logitsOf(model, {
        features: [5],
        arcs: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      }),
    ).to.deep.equal([5, 0]);
  });

  it("gcn: multiplies by W first where that does not widen, and last where it does", () => {
    const narrowing = operatorsOf([gcn("g", 5, 2)]);
    expect(narrowing.indexOf("MatMul")).to.be.within(0, narrowing.indexOf("ReduceSum"));
    const widening = operatorsOf([gcn("g", 2, 5)]);
    expect(widening.indexOf("Gemm")).to.be.above(widening.lastIndexOf("ReduceSum"));
  });

  it("builds the neighbour tables once for all layers, and not at all without message passing", () => {
    const count = (layers: Layer[]) => operatorsOf(layers).filter((operator) => operator === "NonZero").length;
    expect(count([gcn("a", 2, 2), gcn("b", 2, 2)])).to.equal(count([gcn("a", 2, 2)]));
    expect(count([linear("l", 2, 2)])).to.equal(0);
  });

  it("refuses a layer of another kind", () => {
    const graph = new GraphBuilder();
    const x = graph.input({ name: "x", elementType: "float32", shape: ["N", 2] });
    const edgeIndex = graph.input({ name: "edge_index", elementType: "int64", shape: [2, "E"] });
    const context = layerContext(graph, { x, edgeIndex, weights: new Map() });
    const layer = JSON.parse('{"kind":"gat"}') as Layer;
    expect(() => translateLayer(context, layer, x)).to.throw(ModelError, /gcn, linear, relu or dropout.*"gat"/);
  });
});
