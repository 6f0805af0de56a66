import type { Graph, TrainedModel } from "@evenodds/core";

/** A linear model whose logits on {@link probeGraph} are 1 · 3 + 2 · 4 = 11 and 0. */
export const probeModel: TrainedModel = {
  layers: [{ kind: "linear", name: "output", inputs: 2, outputs: 2 }],
  weights: new Map([
    ["output.weight", { shape: [2, 2], values: Float32Array.of(3, 0, 4, 0) }],
    ["output.bias", { shape: [2], values: Float32Array.of(0, 0) }],
  ]),
  featureNames: ["a", "b"],
  preprocessing: { method: "none", scale: Float32Array.of(1, 1), shift: Float32Array.of(0, 0) },
  task: "classification",
  labelName: "label",
  classes: ["0", "1"],
  split: { train: "", validation: "", test: "" },
  provenance: {
    tool: "evenodds",
    method: "none",
    seed: 0,
    options: {},
    engine: "none",
    graph: { name: "one node", sha256: "0".repeat(64) },
    sensitive: null,
    epochs: 0,
  },
};

/** One node with the features 1 and 2, and no arc. */
export const probeGraph: Graph = {
  nodeCount: 1,
  source: new Int32Array(0),
  target: new Int32Array(0),
  features: Float32Array.of(1, 2),
  featureNames: ["a", "b"],
  nodeIds: ["only"],
};
