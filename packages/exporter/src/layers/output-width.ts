import type { Layer } from "@evenodds/core";
import { layerChecks, type LayerChecks } from "./layer-checks.js";

/**
 * Checks the options of a layer and its inputs, and returns the width of its output. `widths` are those of the features
 * and of the outputs of all layers before it. Throws `ModelError` naming the layer, what it must be and what it is.
 */
export function outputWidth(layer: Layer, widths: readonly number[]): number {
  const width = widths.at(-1)!;
  const checks = layerChecks(layer, widths.length);
  checkOptions(layer, checks);
  if ("width" in layer) checks.same("width", { expected: width, found: layer.width });
  if ("inputs" in layer) {
    checks.same("inputs", { expected: width, found: layer.inputs });
    return layer.outputs;
  }
  if (layer.kind === "residual") {
    checks.same("width taken", { expected: width, found: earlierWidth(layer.from, { widths, checks }) });
  }
  return layer.kind === "jumping-knowledge" ? jumpingWidth(layer, { widths, checks }) : width;
}

function checkOptions(layer: Layer, { holds, finite }: LayerChecks): void {
  switch (layer.kind) {
    case "sage": {
      const { aggregation: found } = layer;
      return holds("aggregation", { holds: ["mean", "max"].includes(found), expected: "mean or max", found });
    }
    case "gat": {
      const divides = Number.isSafeInteger(layer.heads) && layer.heads >= 1 && layer.outputs % layer.heads === 0;
      holds("heads", { holds: divides, expected: `a divisor of its ${layer.outputs} outputs`, found: layer.heads });
      return finite("negativeSlope", layer.negativeSlope);
    }
    case "gin":
    case "batch-norm":
    case "layer-norm":
      return finite("epsilon", layer.epsilon);
    case "leaky-relu":
      return finite("negativeSlope", layer.negativeSlope);
    case "elu":
      return finite("alpha", layer.alpha);
    case "jumping-knowledge": {
      const { mode: found, from } = layer;
      holds("mode", { holds: ["concatenate", "max"].includes(found), expected: "concatenate or max", found });
      return holds("from", { holds: from.length > 0, expected: "at least one output", found: "none" });
    }
    case "gcn":
    case "linear":
    case "relu":
    case "dropout":
    case "residual":
  }
}

type Earlier = { readonly widths: readonly number[]; readonly checks: LayerChecks };

function earlierWidth(from: number, { widths, checks }: Earlier): number {
  const width = widths[from];
  const expected = `the number of an output from 0 to ${widths.length - 1}`;
  checks.holds("from", { holds: width !== undefined, expected, found: from });
  return width!;
}

function jumpingWidth({ mode, from }: Extract<Layer, { kind: "jumping-knowledge" }>, earlier: Earlier): number {
  const taken = from.map((number) => earlierWidth(number, earlier));
  if (mode === "concatenate") return taken.reduce((a, b) => a + b);
  for (const found of taken) earlier.checks.same("width taken", { expected: taken[0]!, found });
  return taken[0]!;
}
