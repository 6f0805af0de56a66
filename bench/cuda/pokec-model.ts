import { Random, weightShapes, type Layer, type NamedWeight, type TrainedModel } from "@evenodds/core";

const layers: readonly Layer[] = [
  { kind: "gcn", name: "first", inputs: 276, outputs: 128 },
  { kind: "relu" },
  { kind: "gcn", name: "second", inputs: 128, outputs: 128 },
  { kind: "relu" },
  { kind: "linear", name: "output", inputs: 128, outputs: 2 },
];

/** A GCN of the size that is trained on Pokec, with random weights: what it says does not matter, only its work. */
export function pokecModel(featureNames: readonly string[]): TrainedModel {
  const random = Random.of(7, "weights of the speed test");
  const weights = new Map<string, NamedWeight>();
  for (const [name, shape] of layers.flatMap((layer) => [...weightShapes(layer)])) {
    const size = shape.reduce((a, b) => a * b, 1);
    const scale = 1 / Math.sqrt(shape[0]!);
    weights.set(name, { shape, values: Float32Array.from({ length: size }, () => random.normal() * scale) });
  }
  const { length } = featureNames;
  return {
    layers,
    weights,
    featureNames,
    preprocessing: { method: "none", scale: new Float32Array(length).fill(1), shift: new Float32Array(length) },
    task: "classification",
    labelName: "label",
    classes: ["0", "1"],
    split: { train: "", validation: "", test: "" },
    provenance: {
      ...{ tool: "evenodds", method: "none", seed: 7, options: {}, engine: "none", sensitive: null, epochs: 0 },
      graph: { name: "pokec-size", sha256: "0".repeat(64) },
    },
  };
}
