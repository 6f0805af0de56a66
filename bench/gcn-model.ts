import { Random, weightShapes, type Layer } from "@evenodds/core";
import type { ExportableModel } from "@evenodds/exporter";

/**
 * Returns two GCN layers with ReLU and a linear one, with weights drawn by chance: a model whose time counts, and whose
 * answers mean nothing. Features are called x0, x1 and so on, and are not scaled.
 */
export function gcnModel(size: {
  readonly features: number;
  readonly hidden: number;
  readonly outputs: 1 | 2;
}): ExportableModel {
  const { features, hidden, outputs } = size;
  const layers: readonly Layer[] = [
    { kind: "gcn", name: "first", inputs: features, outputs: hidden },
    { kind: "relu" },
    { kind: "gcn", name: "second", inputs: hidden, outputs: hidden },
    { kind: "relu" },
    { kind: "linear", name: "head", inputs: hidden, outputs },
  ];
  const random = Random.of(7, "weights");
  const weights = new Map(
    layers
      .flatMap((layer) => [...weightShapes(layer)])
      .map(([name, shape]) => {
        const length = shape.reduce((a, b) => a * b, 1);
        return [name, { shape, values: Float32Array.from({ length }, () => random.normal() / Math.sqrt(hidden)) }];
      }),
  );
  return {
    layers,
    weights,
    featureNames: Array.from({ length: features }, (_, column) => `x${column}`),
    preprocessing: { method: "none", scale: new Float32Array(features).fill(1), shift: new Float32Array(features) },
    task: outputs === 1 ? "binary" : "classification",
    labelName: "label",
    classes: ["0", "1"],
  };
}
