import { Random, type Layer, type NamedWeight, type TrainedModel } from "@evenodds/core";

/** A model of the given layers with random weights; F, C and everything else follow from them. */
export function randomModel(
  layers: readonly Layer[],
  { seed = 1, preprocessing = "none" }: { seed?: number; preprocessing?: "none" | "z-score" } = {},
): TrainedModel {
  const random = Random.of(seed, "weights");
  const weighted = layers.filter((layer) => "inputs" in layer);
  const weights = new Map<string, NamedWeight>();
  for (const { name, inputs, outputs } of weighted) {
    weights.set(`${name}.weight`, {
      shape: [inputs, outputs],
      values: Float32Array.from({ length: inputs * outputs }, () => random.normal() / Math.sqrt(inputs)),
    });
    weights.set(`${name}.bias`, {
      shape: [outputs],
      values: Float32Array.from({ length: outputs }, () => random.normal()),
    });
  }
  const features = weighted[0]?.inputs ?? 0;
  return {
    layers,
    weights,
    featureNames: Array.from({ length: features }, (_, f) => `feature_${f}`),
    preprocessing: {
      method: preprocessing,
      scale: Float32Array.from({ length: features }, (_, f) => 1 + f / 2),
      shift: Float32Array.from({ length: features }, (_, f) => f - 1),
    },
    task: "classification",
    labelName: "income",
    classes: Array.from({ length: weighted.at(-1)?.outputs ?? 0 }, (_, c) => `class ${c}`),
    split: { train: "00000000000000aa", validation: "00000000000000bb", test: "00000000000000cc" },
    provenance: {
      tool: "evenodds 0.1.0",
      method: "plain",
      seed,
      options: { hidden: 3, epochs: 10 },
      engine: "wasm",
      graph: { name: "tiny", sha256: "ab".repeat(32) },
      sensitive: null,
      epochs: 10,
    },
  };
}

export const gcn = (name: string, inputs: number, outputs: number): Layer => ({ kind: "gcn", name, inputs, outputs });
export const linear = (name: string, inputs: number, outputs: number): Layer => ({
  kind: "linear",
  name,
  inputs,
  outputs,
});

/** Two message-passing layers, the first of which widens (aggregates first) and the second narrows (W first). */
export const twoLayers: readonly Layer[] = [
  gcn("first", 3, 5),
  { kind: "relu" },
  { kind: "dropout", rate: 0.5 },
  gcn("second", 5, 2),
];
