import { axisOf, intAttribute, type Origin } from "./fact.js";
import { broadcast } from "./broadcast.js";
import { fixedSize, productOf, sumOf, type Size, type Symbols } from "./size.js";

type Shape = readonly Size[] | undefined;

const likeFirst = [
  ..."Abs BatchNormalization Cast Ceil Celu Clip CumSum Dropout Elu Erf Exp Floor Gelu HardSigmoid HardSwish".split(
    " ",
  ),
  ..."Identity LayerNormalization LeakyRelu Log LogSoftmax Mish Neg Not PRelu Reciprocal Relu Round".split(" "),
  ..."ScatterElements ScatterND Selu Sigmoid Sign Softmax Softplus Softsign Sqrt Tanh ThresholdedRelu".split(" "),
];
const broadcasting = [
  ..."Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum".split(" "),
  ..."Where Xor".split(" "),
];

/** Returns the shape of a node's first output, undefined where it cannot be told. Names and defaults are those of ONNX. */
export function shapeOf(origin: Origin, symbols: Symbols): Shape {
  const { operator, operands } = origin;
  const shapes = operands.map((operand) => operand?.shape);
  const [first, second] = shapes;
  if (likeFirst.includes(operator)) return first;
  if (broadcasting.includes(operator)) return shapes.every(isKnown) ? broadcast(shapes, symbols) : undefined;
  if (operator === "ConstantOfShape") return operands[0]?.elements;
  if (operator === "Range") return rangeShape(operands);
  if (first === undefined) return undefined;
  switch (operator) {
    case "Column":
      return [...first, "1"];
    case "Shape":
      return undefined;
    case "Transpose":
      return permuted(origin, first);
    case "Concat":
      return shapes.every(isKnown) ? concatenated(origin, shapes) : undefined;
    case "Gather":
      return (
        second && [...first.slice(0, axis(origin, first, 0)), ...second, ...first.slice(axis(origin, first, 0) + 1)]
      );
    case "GatherND":
      return gatheredND(origin, { data: first, indices: second });
    case "MatMul":
      return first.length === 2 && second?.length === 2 ? [first[0]!, second[1]!] : undefined;
    case "Gemm":
      return (
        second && [
          first[intAttribute(origin, "transA", 0) === 0 ? 0 : 1]!,
          second[intAttribute(origin, "transB", 0) === 0 ? 1 : 0]!,
        ]
      );
    case "Expand":
      return operands[1]?.elements && broadcast([first, operands[1].elements], symbols);
    case "Reshape":
      return reshaped(first, { to: operands[1]?.elements, keepsZero: intAttribute(origin, "allowzero", 0) === 0 });
    case "Unsqueeze":
      return unsqueezed(first, operands[1]?.elements);
    case "Squeeze":
      return squeezed(first, operands[1]?.elements);
    case "NonZero":
      return [`${first.length}`, symbols(`non-zero of ${operands[0]!.id}`)];
    case "Tile":
      return tiled(first, operands[1]?.elements);
    default:
      return undefined;
  }
}

function isKnown(shape: Shape): shape is readonly Size[] {
  return shape !== undefined;
}

function axis(origin: Origin, { length }: readonly Size[], standard: number): number {
  return axisOf(origin, { rank: length, standard });
}

function rangeShape([start, limit, delta]: Origin["operands"]): Shape {
  const [from] = start?.elements ?? [];
  const [step] = delta?.elements ?? [];
  return from === "0" && step === "1" ? limit?.elements?.slice(0, 1) : undefined;
}

function permuted({ attributes }: Origin, shape: readonly Size[]): Shape {
  const perm = attributes.get("perm")?.ints?.map(Number) ?? [...shape.keys()].reverse();
  return perm.map((from) => shape[from]!);
}

function concatenated(origin: Origin, shapes: readonly (readonly Size[])[]): Shape {
  const [first] = shapes;
  const along = axis(origin, first!, 0);
  return first!.map((size, i) => (i === along ? sumOf(shapes.map((shape) => shape[i]!)) : size));
}

function gatheredND(origin: Origin, { data, indices }: { data: readonly Size[]; indices: Shape }): Shape {
  const depth = fixedSize(indices?.at(-1));
  if (depth === undefined || intAttribute(origin, "batch_dims", 0) !== 0) return undefined;
  return [...indices!.slice(0, -1), ...data.slice(depth)];
}

function reshaped(shape: readonly Size[], { to, keepsZero }: { to: Shape; keepsZero: boolean }): Shape {
  if (to === undefined) return undefined;
  const sizes = to.map((size, i) => (size === "0" && keepsZero ? shape[i]! : size));
  if (!sizes.includes("-1")) return sizes;
  const rest = leftOver(
    shape,
    sizes.filter((size) => size !== "-1"),
  );
  return rest === undefined ? undefined : sizes.map((size) => (size === "-1" ? rest : size));
}

/** The product of `all` divided by that of `taken`. */
function leftOver(all: readonly Size[], taken: readonly Size[]): Size | undefined {
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

function unsqueezed(shape: readonly Size[], axes: Shape): Shape {
  if (axes === undefined) return undefined;
  const rank = shape.length + axes.length;
  const added = new Set(axes.map((size) => (Number(size) + rank) % rank));
  const kept = [...shape];
  return Array.from({ length: rank }, (_, i) => (added.has(i) ? "1" : kept.shift()!));
}

function squeezed(shape: readonly Size[], axes: Shape): Shape {
  if (axes === undefined)
    return shape.every((size) => fixedSize(size) !== undefined) ? shape.filter((s) => s !== "1") : undefined;
  const removed = new Set(axes.map((size) => (Number(size) + shape.length) % shape.length));
  return shape.filter((_, i) => !removed.has(i));
}

function tiled(shape: readonly Size[], repeats: Shape): Shape {
  if (repeats === undefined) return undefined;
  const sizes = shape.map((size, i) => productOf([size, repeats[i] ?? "1"]));
  return sizes.every((size) => size !== undefined) ? sizes : undefined;
}
