import { Random, weightShapes, type Layer, type NamedWeight, type Task, type TrainedModel } from "@evenodds/core";

/** A model of the given layers with random weights; F, C and everything else follow from them. */
export function randomModel(
  layers: readonly Layer[],
  {
    seed = 1,
    preprocessing = "none",
    task = "classification",
  }: { seed?: number; preprocessing?: "none" | "z-score"; task?: Task } = {},
): TrainedModel {
  const random = Random.of(seed, "weights");
  const weights = new Map<string, NamedWeight>();
  for (const [name, shape] of layers.flatMap((layer) => [...weightShapes(layer)])) {
    weights.set(name, { shape, values: drawn(random, { name, shape }) });
  }
  const sized = layers.filter((layer) => "inputs" in layer);
  const features = sized[0]?.inputs ?? 0;
  const classes = { classification: sized.at(-1)?.outputs ?? 0, binary: 2, regression: 0 }[task];
  return {
    layers,
    weights,
    featureNames: Array.from({ length: features }, (_, f) => `feature_${f}`),
    preprocessing: {
      method: preprocessing,
      scale: Float32Array.from({ length: features }, (_, f) => 1 + f / 2),
      shift: Float32Array.from({ length: features }, (_, f) => f - 1),
    },
    task,
    labelName: "income",
    classes: Array.from({ length: classes }, (_, c) => `class ${c}`),
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

/** Matrices keep the scale of what they are multiplied with; variances are above 0. */
function drawn(random: Random, { name, shape }: { name: string; shape: readonly number[] }): Float32Array {
  const size = shape.reduce((a, b) => a * b, 1);
  const scale = shape.length === 2 ? 1 / Math.sqrt(shape[0]!) : 1;
  return Float32Array.from({ length: size }, () => {
    const value = random.normal() * scale;
    return name.endsWith(".variance") ? Math.abs(value) : value;
  });
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
