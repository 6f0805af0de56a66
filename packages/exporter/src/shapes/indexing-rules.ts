import { axisOf, fromFirst, intAttribute, type Operation } from "./operation.js";
import type { ShapeRule } from "./shape-rule.js";
import { fixedSize, isKnown, leastSize, sumOf, type Shape, type Size, type Symbols } from "./size.js";
import { vectorOf } from "./vector-of.js";

/** Rules of operators that pick entries or put them one behind the other. */
export const indexingRules: Readonly<Record<string, ShapeRule>> = {
  Concat: concatenated,
  Gather: (operation) => {
    const [data, indices] = operation.operands;
    if (!data?.shape || !indices?.shape) return undefined;
    const axis = axisOf(operation, { rank: data.shape.length, standard: 0 });
    return [...data.shape.slice(0, axis), ...indices.shape, ...data.shape.slice(axis + 1)];
  },
  GatherND: (operation) => {
    const [data, indices] = operation.operands;
    const depth = fixedSize(indices?.shape?.at(-1));
    if (!data?.shape || depth === undefined || intAttribute(operation, "batch_dims", 0) !== 0) return undefined;
    return [...indices!.shape!.slice(0, -1), ...data.shape.slice(depth)];
  },
  Slice: sliced,
  TopK: (operation, symbols) => {
    const [x, k] = operation.operands;
    const count = vectorOf(k, symbols)?.[0];
    if (!x?.shape || count === undefined) return undefined;
    const along = axisOf(operation, { rank: x.shape.length, standard: -1 });
    return x.shape.map((size, axis) => (axis === along ? count : size));
  },
};

function concatenated(operation: Operation): Shape | undefined {
  const shapes = operation.operands.map((operand) => operand?.shape);
  const [first] = shapes;
  if (first === undefined || !shapes.every(isKnown)) return undefined;
  const along = axisOf(operation, { rank: first.length, standard: 0 });
  return first.map((size, axis) => (axis === along ? sumOf(shapes.flatMap((shape) => shape[axis] ?? [])) : size));
}

function sliced({ operands }: Operation, symbols: Symbols): Shape | undefined {
  const [data, starts, ends, axes, steps] = operands;
  const shape = data?.shape;
  if (shape === undefined) return undefined;
  const along =
    axes === undefined ? [...shape.keys()] : axes.elements?.map((axis) => fromFirst(Number(axis), shape.length));
  const open = (axis: number) => symbols(`slice ${operands.map((operand) => operand?.id ?? "").join()} axis ${axis}`);
  if (along === undefined) return shape.map((_, axis) => open(axis));
  return shape.map((size, axis) => {
    const place = along.indexOf(axis);
    if (place < 0) return size;
    const [start, end] = [starts?.elements?.[place], ends?.elements?.[place]];
    const step = steps === undefined ? "1" : steps.elements?.[place];
    return (step === "1" ? between(size, start, end) : undefined) ?? open(axis);
  });
}

/** Ends from here on are behind every axis. */
const farAway = 2 ** 31 - 1;

/** The number of places from `start` (included) to `end`, either of which may count from the end of `size` places. */
function between(size: Size, start: Size | undefined, end: Size | undefined): Size | undefined {
  const [from, known] = [fixedSize(start), fixedSize(size)];
  const to = end === size ? farAway : fixedSize(end);
  if (from === undefined || to === undefined) return undefined;
  if (known !== undefined) {
    const place = (at: number) => Math.min(Math.max(at < 0 ? at + known : at, 0), known);
    return `${Math.max(place(to) - place(from), 0)}`;
  }
  // Counted from the first place up to the last, or to one before it.
  if (from < 0 || (to >= 0 && to < farAway)) return undefined;
  const cut = from + (to < 0 ? -to : 0);
  return cut <= leastSize(size) ? sumOf([size, `${-cut}`]) : undefined;
}
