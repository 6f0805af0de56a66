import type { Layer, Task } from "@evenodds/core";
import fc from "fast-check";

/** Layers that fit, the width of the last one, and a task that takes it. */
export interface Stack {
  readonly layers: readonly Layer[];
  readonly outputs: number;
  readonly task: Task;
}

interface Draw {
  readonly kind: Layer["kind"];
  readonly width: number;
  readonly heads: number;
  readonly wide: boolean;
  readonly back: number;
}

const kinds: readonly Layer["kind"][] = [
  ...(["gcn", "sage", "gat", "gin", "linear", "batch-norm", "layer-norm", "relu", "leaky-relu", "elu"] as const),
  ...(["residual", "jumping-knowledge", "dropout"] as const),
];

/** A linear layer, up to five layers of any kinds, then a linear one. */
export function randomStack({ features }: { features: number }): fc.Arbitrary<Stack> {
  const draw = fc.record({
    kind: fc.constantFrom(...kinds),
    width: fc.integer({ min: 1, max: 4 }),
    heads: fc.integer({ min: 1, max: 3 }),
    wide: fc.boolean(),
    back: fc.nat(),
  });
  const tasks = fc.constantFrom<Task>("classification", "binary", "regression");
  return fc
    .tuple(fc.array(draw, { maxLength: 5 }), fc.integer({ min: 2, max: 4 }), tasks)
    .map(([draws, width, task]) => {
      const outputs = task === "classification" ? width : 1;
      const layers: Layer[] = [{ kind: "linear", name: "entry", inputs: features, outputs: features }];
      const widths = [features, features];
      for (const one of draws) {
        const layer = layerOf(one, widths);
        layers.push(layer);
        widths.push(widthAfter(layer, widths));
      }
      const head: Layer = { kind: "linear", name: "head", inputs: widths.at(-1)!, outputs };
      return { layers: [...layers, head], outputs, task };
    });
}

function layerOf({ kind, width, heads, wide, back }: Draw, widths: readonly number[]): Layer {
  const name = `layer ${widths.length}`;
  const inputs = widths.at(-1)!;
  const alike = [...widths.keys()].filter((number) => widths[number] === inputs);
  switch (kind) {
    case "gcn":
    case "linear":
      return { kind, name, inputs, outputs: width };
    case "sage":
      return { kind, name, inputs, outputs: width, aggregation: wide ? "mean" : "max" };
    case "gat":
      return { kind, name, inputs, outputs: width * heads, heads, negativeSlope: 0.2 };
    case "gin":
      return { kind, name, inputs, hidden: heads, outputs: width, epsilon: wide ? 0.5 : 0 };
    case "batch-norm":
    case "layer-norm":
      return { kind, name, width: inputs, epsilon: 1e-5 };
    case "leaky-relu":
      return { kind, negativeSlope: 0.1 };
    case "elu":
      return { kind, alpha: 1 };
    case "relu":
      return { kind };
    case "dropout":
      return { kind, rate: 0.5 };
    case "residual":
      return { kind, from: alike[back % alike.length]! };
    case "jumping-knowledge":
      return wide ? { kind, mode: "concatenate", from: [...widths.keys()] } : { kind, mode: "max", from: alike };
  }
}

function widthAfter(layer: Layer, widths: readonly number[]): number {
  if ("outputs" in layer) return layer.outputs;
  if (layer.kind !== "jumping-knowledge" || layer.mode === "max") return widths.at(-1)!;
  return layer.from.reduce((sum, number) => sum + widths[number]!, 0);
}
