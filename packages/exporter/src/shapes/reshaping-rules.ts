import { broadcast } from "./broadcast.js";
import { fromFirst, intAttribute, intsAttribute, type Operation, type Sized } from "./operation.js";
import type { ShapeRule } from "./shape-rule.js";
import { fixedSize, productOf, type Shape, type Size, type Symbols } from "./size.js";
import { vectorOf } from "./vector-of.js";

/** Rules of operators that keep all elements, or repeat them, in other sizes. */
export const reshapingRules: Readonly<Record<string, ShapeRule>> = {
  Column: ({ operands: [vector] }) => vector?.shape && [...vector.shape, "1"],
  Expand: ({ operands: [input, to] }, symbols) => {
    const sizes = vectorOf(to, symbols);
    return input?.shape && sizes && broadcast([input.shape, sizes], symbols);
  },
  Reshape: reshaped,
  Squeeze: ({ operands: [data, axes] }) => data?.shape && squeezed(data.shape, axes),
  Tile: ({ operands: [input, repeats] }) => input?.shape && tiled(input.shape, repeats?.elements),
  Transpose: (operation) => {
    const shape = operation.operands[0]?.shape;
    const perm = intsAttribute(operation, "perm") ?? [...(shape?.keys() ?? [])].reverse();
    return shape && perm.map((from) => shape[from]!);
  },
  Unsqueeze: ({ operands: [data, axes] }) => data?.shape && unsqueezed(data.shape, axes?.elements),
};

function reshaped(operation: Operation, symbols: Symbols): Shape | undefined {
  const [data, to] = operation.operands;
  const wanted = to?.elements;
  if (data?.shape === undefined || to === undefined) return undefined;
  if (wanted === undefined) {
    // Elements that are open may be 0 or −1, so that they are not sizes.
    return vectorOf(to, symbols)?.map((_, axis) => symbols(`axis ${axis} of ${data.id} in the shape ${to.id}`));
  }
  const { shape } = data;
  const keepsZero = intAttribute(operation, "allowzero", 0) === 0;
  const sizes = wanted.map((size, axis) => (size === "0" && keepsZero ? (shape[axis] ?? "0") : size));
  if (!sizes.includes("-1")) return sizes;
  const taken = sizes.filter((size) => size !== "-1");
  const rest = leftOver(shape, taken) ?? symbols(`rest of ${shape.join()} without ${taken.join()}`);
  return sizes.map((size) => (size === "-1" ? rest : size));
}

/** The product of `all` divided by that of `taken`. */
function leftOver(all: Shape, taken: Shape): Size | undefined {
  const rest = [...all];
  let divisor = 1;
  for (const size of taken) {
    const same = rest.indexOf(size);
    if (same >= 0) rest.splice(same, 1);
    else if (fixedSize(size) === undefined) return undefined;
    else divisor *= fixedSize(size)!;
  }
  const fixed = rest.reduce((product, size) => product * (fixedSize(size) ?? 1), 1);
  if (divisor === 0 || fixed % divisor !== 0) return undefined;
  return productOf([`${fixed / divisor}`, ...rest.filter((size) => fixedSize(size) === undefined)]);
}

function unsqueezed(shape: Shape, axes: readonly Size[] | undefined): Shape | undefined {
  if (axes === undefined) return undefined;
  const rank = shape.length + axes.length;
  const added = new Set(axes.map((axis) => fromFirst(Number(axis), rank)));
  const kept = [...shape];
  return Array.from({ length: rank }, (_, i) => (added.has(i) ? "1" : kept.shift()!));
}

function squeezed(shape: Shape, axes: Sized | undefined): Shape | undefined {
  if (axes === undefined) {
    const isFixed = shape.every((size) => fixedSize(size) !== undefined);
    return isFixed ? shape.filter((size) => size !== "1") : undefined;
  }
  const removed = axes.elements && new Set(axes.elements.map((axis) => fromFirst(Number(axis), shape.length)));
  return removed && shape.filter((_, i) => !removed.has(i));
}

function tiled(shape: Shape, repeats: readonly Size[] | undefined): Shape | undefined {
  const sizes = repeats && shape.map((size, axis) => productOf([size, repeats[axis] ?? "1"]));
  return sizes?.every((size) => size !== undefined) ? sizes : undefined;
}
