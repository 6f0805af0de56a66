import type { Layer, TrainedModel } from "@evenodds/core";
import { gcn, linear, randomModel, twoLayers } from "./models.js";

const sage = (name: string, aggregation: "mean" | "max", [inputs, outputs]: [number, number]): Layer => ({
  ...{ kind: "sage", name, inputs, outputs, aggregation },
});
const gat = (name: string, heads: number, [inputs, outputs]: [number, number], negativeSlope = 0.2): Layer => ({
  ...{ kind: "gat", name, inputs, outputs, heads, negativeSlope },
});
const gin = (name: string, [inputs, hidden, outputs]: [number, number, number], epsilon = 0): Layer => ({
  ...{ kind: "gin", name, inputs, hidden, outputs, epsilon },
});
const batchNorm = (name: string, width: number): Layer => ({ kind: "batch-norm", name, width, epsilon: 1e-5 });
const layerNorm = (name: string, width: number): Layer => ({ kind: "layer-norm", name, width, epsilon: 1e-5 });

/** Random models on three features that have every kind of layer between them, in every order of its products. */
export function layerModels(): Readonly<Record<string, TrainedModel>> {
  const relu: Layer = { kind: "relu" };
  return {
    "two gcn layers": randomModel(twoLayers),
    "two gcn layers on scaled features": randomModel(twoLayers, { seed: 2, preprocessing: "z-score" }),
    "gcn, then linear": randomModel([gcn("a", 3, 3), relu, linear("b", 3, 4)], { seed: 3 }),
    "linear alone": randomModel([linear("only", 3, 2)], { seed: 4 }),
    "sage mean that widens, then narrows": randomModel([sage("a", "mean", [3, 5]), relu, sage("b", "mean", [5, 2])]),
    "sage max": randomModel([sage("a", "max", [3, 4]), relu, sage("b", "max", [4, 2])]),
    "gat of two heads, then of one": randomModel([gat("a", 2, [3, 8]), relu, gat("b", 1, [8, 2])]),
    "gat without a slope below 0": randomModel([gat("a", 3, [3, 3], 0)]),
    "gin that widens, then narrows": randomModel([gin("a", [3, 4, 5], 0.25), relu, gin("b", [5, 2, 2])]),
    "batch norm between all of them": randomModel([
      ...[gcn("a", 3, 4), batchNorm("a norm", 4), relu],
      ...[sage("b", "mean", [4, 4]), batchNorm("b norm", 4), relu],
      ...[gat("c", 2, [4, 4]), batchNorm("c norm", 4), gin("d", [4, 3, 4]), linear("e", 4, 3)],
    ]),
    "layer norm, elu and leaky relu": randomModel([
      ...[gcn("a", 3, 6), layerNorm("a norm", 6), { kind: "elu", alpha: 0.5 } as const],
      ...[sage("b", "max", [6, 4]), { kind: "leaky-relu", negativeSlope: 0.1 } as const],
      ...[layerNorm("b norm", 4), linear("c", 4, 2)],
    ]),
    "residual links": randomModel([
      ...[gcn("a", 3, 3), { kind: "residual", from: 0 } as const, relu],
      ...[gat("b", 1, [3, 3]), { kind: "residual", from: 3 } as const, relu, linear("c", 3, 2)],
    ]),
    "jumping knowledge, side by side": randomModel([
      ...[gcn("a", 3, 4), relu, gin("b", [4, 3, 3]), relu],
      ...[{ kind: "jumping-knowledge", mode: "concatenate", from: [0, 2, 4] } as const, linear("c", 10, 2)],
    ]),
    "jumping knowledge, the largest": randomModel([
      ...[gcn("a", 3, 4), relu, sage("b", "mean", [4, 4]), relu],
      ...[{ kind: "jumping-knowledge", mode: "max", from: [2, 4, 1] } as const, linear("c", 4, 2)],
    ]),
    "one logit for two classes": randomModel([sage("a", "max", [3, 4]), relu, linear("b", 4, 1)], { task: "binary" }),
    "a number": randomModel([gin("a", [3, 4, 4]), relu, linear("b", 4, 1)], { task: "regression" }),
  };
}
