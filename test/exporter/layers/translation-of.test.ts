import { ModelError, type Layer, type TrainedModel } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { GraphBuilder, layerContext, onnx, translateLayer } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { graphOf } from "../support/graphs.js";
import { gcn, linear, randomModel } from "../support/models.js";
import { loadOnnx } from "../support/run-onnx.js";

/** The model with these weights in place of drawn ones. */
function withWeights(model: TrainedModel, values: Readonly<Record<string, readonly number[]>>): TrainedModel {
  const weights = new Map(model.weights);
  for (const [name, numbers] of Object.entries(values)) {
    weights.set(name, { shape: weights.get(name)!.shape, values: Float32Array.from(numbers) });
  }
  return { ...model, weights };
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
    const model = withWeights(randomModel([linear("l", 2, 2)]), { "l.weight": [1, 2, 3, 4], "l.bias": [10, 20] });
    expect(await logitsOf(model, { features: [1, 1, 2, 0], arcs: [] })).to.deep.equal([14, 26, 12, 24]);
  });

  it("relu: max(x, 0); dropout: x", async () => {
    const identity = withWeights(randomModel([linear("l", 2, 2), { kind: "relu" }]), {
      "l.weight": [1, 0, 0, 1],
      "l.bias": [0, 0],
    });
    expect(await logitsOf(identity, { features: [-1, 2], arcs: [] })).to.deep.equal([0, 2]);
    const dropped = { ...identity, layers: [identity.layers[0]!, { kind: "dropout", rate: 0.9 } as const] };
    expect(await logitsOf(dropped, { features: [-1, 2], arcs: [] })).to.deep.equal([-1, 2]);
  });

  it("gcn: in-degrees 0, 3, 0 plus 1 give y₁ = x₀/2 + x₀/2 + x₂/2 + x₁/4 with 0 → 1 listed twice", async () => {
    const model = withWeights(randomModel([gcn("g", 1, 2)]), { "g.weight": [1, -1], "g.bias": [0, 100] });
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
    const model = withWeights(randomModel([gcn("g", 1, 2)]), { "g.weight": [1, 0], "g.bias": [0, 0] });
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
    expect(narrowing.indexOf("MatMul")).to.be.within(0, narrowing.indexOf("Scan"));
    const widening = operatorsOf([gcn("g", 2, 5)]);
    expect(widening.indexOf("Gemm")).to.be.above(widening.lastIndexOf("Scan"));
  });

  const threeIntoOne: [number, number][] = [
    [0, 1],
    [0, 1],
    [2, 1],
  ];

  it("sage: y₁ = mean(8, 8, 2) W + 16 R = 6 + 16 R with 0 → 1 listed twice; others keep x R", async () => {
    const layer = { kind: "sage", name: "s", inputs: 1, outputs: 2, aggregation: "mean" } as const;
    const values = { "s.weight": [1, 10], "s.root": [0, 1], "s.bias": [0, 0] };
    const model = withWeights(randomModel([layer]), values);
    const graph = { features: [8, 16, 2], arcs: threeIntoOne };
    expect(await logitsOf(model, graph)).to.deep.equal([0, 8, 6, 76, 0, 2]);
    const largest = withWeights(randomModel([{ ...layer, aggregation: "max" }]), values);
    expect(await logitsOf(largest, graph)).to.deep.equal([0, 8, 8, 96, 0, 2]);
  });

  it("sage: the largest of numbers below 0 is below 0, and 0 where there is no arc", async () => {
    const layer = { kind: "sage", name: "s", inputs: 1, outputs: 2, aggregation: "max" } as const;
    const model = withWeights(randomModel([layer]), { "s.weight": [1, 0], "s.root": [0, 0], "s.bias": [0, 0] });
    const logits = await logitsOf(model, { features: [-8, -16, -2], arcs: threeIntoOne });
    expect(logits.map((value) => value + 0)).to.deep.equal([0, 0, -2, 0, 0, 0]);
  });

  it("gat: with equal scores y₁ is the mean of itself and its arcs, self loops left out", async () => {
    const layer = { kind: "gat", name: "g", inputs: 1, outputs: 2, heads: 2, negativeSlope: 0.2 } as const;
    const values = { "g.weight": [1, 10], "g.source": [0, 0], "g.target": [0, 0], "g.bias": [0, 1] };
    const model = withWeights(randomModel([layer]), values);
    const arcs: [number, number][] = [...threeIntoOne, [1, 1], [2, 2]];
    const logits = await logitsOf(model, { features: [8, 16, 4], arcs });
    [8, 81, 9, 91, 4, 41].forEach((value, i) => expect(logits[i]).to.be.closeTo(value, 1e-5));
  });

  it("gat: a node far above all others in the scores takes all the attention", async () => {
    const layer = { kind: "gat", name: "g", inputs: 1, outputs: 2, heads: 1, negativeSlope: 0.2 } as const;
    const values = { "g.weight": [1, 2], "g.source": [100, 0], "g.target": [0, 0], "g.bias": [0, 0] };
    const logits = await logitsOf(withWeights(randomModel([layer]), values), {
      features: [8, 16, 4],
      arcs: [
        [0, 1],
        [1, 2],
        [0, 2],
      ],
    });
    expect(logits).to.deep.equal([8, 16, 16, 32, 16, 32]);
  });

  it("gin: y₁ = 1.5 · 16 + 8 + 8 + 2 through two linear layers with a relu between", async () => {
    const layer = { kind: "gin", name: "g", inputs: 1, hidden: 2, outputs: 2, epsilon: 0.5 } as const;
    const model = withWeights(randomModel([layer]), {
      ...{ "g.first.weight": [1, -1], "g.first.bias": [0, 0] },
      ...{ "g.second.weight": [1, 2, 100, 100], "g.second.bias": [0, 1] },
    });
    expect(await logitsOf(model, { features: [8, 16, 2], arcs: threeIntoOne })).to.deep.equal([12, 25, 42, 85, 3, 7]);
  });

  it("batch norm: (x − 5) / √(3 + 1) · 10 + 1", async () => {
    const norm = { kind: "batch-norm", name: "n", width: 2, epsilon: 1 } as const;
    const model = withWeights(randomModel([linear("l", 2, 2), norm]), {
      ...{ "l.weight": [1, 0, 0, 1], "l.bias": [0, 0] },
      ...{ "n.weight": [10, 1], "n.bias": [1, 0], "n.mean": [5, 0], "n.variance": [3, 0] },
    });
    expect(await logitsOf(model, { features: [7, 4], arcs: [] })).to.deep.equal([11, 4]);
  });

  const identity = (...layers: Layer[]) =>
    withWeights(randomModel([linear("l", 2, 2), ...layers]), { "l.weight": [1, 0, 0, 1], "l.bias": [0, 0] });

  it("layer norm: (1, 5) is 2 below and above its mean, and 2 / √(4 + 12) = 0.5", async () => {
    const model = withWeights(identity({ kind: "layer-norm", name: "n", width: 2, epsilon: 12 }), {
      ...{ "n.weight": [10, 1], "n.bias": [1, 0] },
    });
    expect(await logitsOf(model, { features: [1, 5, 3, 3], arcs: [] })).to.deep.equal([-4, 0.5, 1, 0]);
  });

  it("layer norm keeps its digits where the mean is far above the spread", async () => {
    const model = withWeights(identity({ kind: "layer-norm", name: "n", width: 2, epsilon: 0 }), {
      ...{ "n.weight": [1, 1], "n.bias": [0, 0] },
    });
    expect(await logitsOf(model, { features: [65536, 65538], arcs: [] })).to.deep.equal([-1, 1]);
  });

  it("leaky relu: x / 4 below 0; elu: 2 (e^x − 1) below 0", async () => {
    const leaky = identity({ kind: "leaky-relu", negativeSlope: 0.25 });
    expect(await logitsOf(leaky, { features: [-4, 4], arcs: [] })).to.deep.equal([-1, 4]);
    const exponential = identity({ kind: "elu", alpha: 2 });
    expect(await logitsOf(exponential, { features: [-200, 4], arcs: [] })).to.deep.equal([-2, 4]);
  });

  it("residual: adds an earlier output, of the features too", async () => {
    const twice = identity({ kind: "relu" }, { kind: "residual", from: 1 });
    expect(await logitsOf(twice, { features: [-4, 4], arcs: [] })).to.deep.equal([-4, 8]);
    const features = identity({ kind: "relu" }, { kind: "residual", from: 0 });
    expect(await logitsOf(features, { features: [-4, 4], arcs: [] })).to.deep.equal([-4, 8]);
  });

  it("jumping knowledge: earlier outputs side by side in the order of the list, or the largest", async () => {
    const relu: Layer = { kind: "relu" };
    const beside = identity(relu, { kind: "jumping-knowledge", mode: "concatenate", from: [2, 1] });
    const model = { ...beside, classes: ["a", "b", "c", "d"] };
    expect(await logitsOf(model, { features: [-4, 4], arcs: [] })).to.deep.equal([0, 4, -4, 4]);
    const halved: Layer = { kind: "leaky-relu", negativeSlope: 0.5 };
    const largest = identity(halved, { kind: "jumping-knowledge", mode: "max", from: [1, 2] });
    expect(await logitsOf(largest, { features: [-4, 4], arcs: [] })).to.deep.equal([-2, 4]);
  });

  it("builds the neighbour tables once for all layers, and not at all without message passing", () => {
    const count = (layers: Layer[]) => operatorsOf(layers).filter((operator) => operator === "NonZero").length;
    const sage = { kind: "sage", name: "s", inputs: 2, outputs: 2, aggregation: "max" } as const;
    const gat = { kind: "gat", name: "t", inputs: 2, outputs: 2, heads: 2, negativeSlope: 0.2 } as const;
    expect(count([gcn("a", 2, 2), sage, gat, gcn("b", 2, 2)])).to.equal(count([gcn("a", 2, 2)]));
    expect(count([linear("l", 2, 2)])).to.equal(0);
  });

  it("refuses a layer of another kind, with the recipe to add it", () => {
    const graph = new GraphBuilder();
    const x = graph.input({ name: "x", elementType: "float32", shape: ["N", 2] });
    const edgeIndex = graph.input({ name: "edge_index", elementType: "int64", shape: [2, "E"] });
    const context = layerContext(graph, { x, edgeIndex, weights: new Map(), form: "fast" });
    const layer = JSON.parse('{"kind":"edge-conv"}') as Layer;
    expect(() => translateLayer(layer, { ...context, outputs: [x] })).to.throw(
      ModelError,
      /gcn, sage, .*found "edge-conv".*layers\/edge-conv\.ts/,
    );
  });
});
