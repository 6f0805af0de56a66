import { maximum } from "@evenodds/core";
import { fixedSize, type Shape, type Symbols } from "./size.js";

/** Returns the shape of tensors that are broadcast against each other, from the last axis on. */
export function broadcast(shapes: readonly Shape[], symbols: Symbols): Shape {
  const rank = maximum(shapes.map(({ length }) => length));
  return Array.from({ length: rank }, (_, axis) => {
    const sizes = shapes.map((shape) => shape[axis - rank + shape.length] ?? "1").filter((size) => size !== "1");
    const fixed = sizes.find((size) => fixedSize(size) !== undefined);
    if (fixed !== undefined) return fixed;
    const open = [...new Set(sizes)].sort();
    if (open.length <= 1) return open[0] ?? "1";
    // Either may be 1 when the model runs.
    return symbols(`broadcast ${open.join(" ")}`);
  });
}
