import { integer, integers, text } from "./attributes.js";
import { absentFact, type TracedValue, type TracedShape } from "./traced-value.js";

/** What a shape is derived from. */
export type Application = Pick<TracedValue, "operator" | "attributes" | "inputs" | "place">;

/** Operators whose result has the sizes of its first input. */
const likeFirst: ReadonlySet<string> = new Set(
  (
    "Abs BatchNormalization Bernoulli Cast CastLike Ceil Celu Clip Cos CumSum DequantizeLinear Dropout Elu Erf Exp Floor Gelu " +
    "GroupNormalization HardSigmoid HardSwish Hardmax Identity InstanceNormalization LayerNormalization LeakyRelu Log LogSoftmax " +
    "LpNormalization Mish Neg Not PRelu QuantizeLinear Reciprocal Relu Round ScatterElements Scatter ScatterND Selu Sigmoid " +
    "Sign Sin Softmax Softplus Softsign Sqrt Swish Tanh ThresholdedRelu Trilu com.microsoft:BiasSoftmax com.microsoft:FastGelu " +
    "com.microsoft:QuickGelu com.microsoft:QLinearSigmoid com.microsoft:QLinearSoftmax ai.onnx.ml:Normalizer ai.onnx.ml:Binarizer " +
    "ai.onnx.ml:Scaler ai.onnx.ml:LabelEncoder"
  ).split(" "),
);

const broadcasting: ReadonlySet<string> = new Set(
  (
    "Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum Where Xor " +
    "com.microsoft:BiasGelu com.microsoft:BiasDropout"
  ).split(" "),
);

/** Returns the sizes of what an operator gives, as far as they follow from its inputs. */
export function shapeOf(node: Application): TracedShape {
  const { operator, attributes, inputs } = node;
  const [first, second] = inputs;
  const shape = first?.shape ?? null;
  if (likeFirst.has(operator)) return shape;
  if (broadcasting.has(operator)) return inputs.map((input) => input.shape).reduce(broadcast, []);
  if (/^Reduce|^ArgM(ax|in)$/.test(operator)) return reducedShape(node);
  switch (operator) {
    case "MatMul":
    case "MatMulInteger":
    case "com.microsoft:FusedMatMul":
      return productShape(node);
    case "Gemm":
    case "com.microsoft:FusedGemm":
    case "com.microsoft:GemmFastGelu": {
      const rows = shape?.[integer(attributes, "transA", 0)] ?? null;
      return [rows, second?.shape?.[1 - integer(attributes, "transB", 0)] ?? null];
    }
    case "Shape":
      return [shape?.length ?? null];
    case "Size":
      return [];
    case "NonZero":
      return [shape?.length ?? null, null];
    case "Range":
      return [rangeSize(inputs)];
    case "ConstantOfShape":
      return first?.values ?? openSizes(first);
    case "Reshape":
      return (
        second?.values?.map((size, axis) => (size === 0 ? (shape?.[axis] ?? null) : size === -1 ? null : size)) ??
        openSizes(second)
      );
    case "Expand":
      return broadcast(shape, second?.values ?? openSizes(second));
    case "Tile":
      return (
        shape?.map((size, axis) => {
          const repeats = second?.values?.[axis] ?? null;
          return size === null || repeats === null ? null : size * repeats;
        }) ?? null
      );
    case "Flatten":
      return flatShape(shape, integer(attributes, "axis", 1));
    case "Transpose":
      return transposed(shape, integers(attributes, "perm"));
    case "Squeeze":
    case "Unsqueeze":
      return refitted(node);
    case "Concat":
      return joinedShape(node);
    case "Gather":
      return gatheredShape(node);
    case "GatherElements":
      return second?.shape ?? null;
    case "GatherND":
      return second?.shape?.length === 2 && second.shape[1] === 1 && shape ? [null, ...shape.slice(1)] : null;
    case "Slice":
      return shape?.map((size, axis) => (slicedAxes(node)?.has(axis) === false ? size : null)) ?? null;
    case "Split":
    case "TopK":
      return openAxis(shape, integer(attributes, "axis", operator === "Split" ? 0 : -1));
    case "Compress":
    case "Pad":
      return shape?.map(() => null) ?? null;
    case "Einsum": {
      const result = text(attributes, "equation", "").replace(/\s/g, "").split("->")[1];
      return result === undefined || result.includes(".") ? null : [...result].map(() => null);
    }
    default:
      return null;
  }
}

function rangeSize(inputs: readonly TracedValue[]): number | null {
  const [start = null, limit = null, delta = null] = inputs.map((input) => input.values?.[0] ?? null);
  if (start === null || limit === null || delta === null || delta === 0) return null;
  return Math.max(0, Math.ceil((limit - start) / delta));
}

/** Returns an axis as counted from 0, null where it is not known. */
export function axisFromFront(axis: number, shape: TracedShape): number | null {
  if (axis >= 0) return axis;
  return shape === null ? null : axis + shape.length;
}

/**
 * Returns the axes that an operator names as an attribute or, in newer versions, as its second input; null without
 * either.
 */
export function namedAxes({ attributes, inputs }: Application): readonly number[] | null | "unknown" {
  const listed = integers(attributes, "axes");
  if (listed !== null) return listed;
  const given = inputs[1];
  if (given === undefined || given === absentFact) return null;
  return given.values?.every((axis) => axis !== null) ? given.values : "unknown";
}

/** Returns the axes that a `Slice` cuts, as counted from 0; null where they are not known. */
export function slicedAxes({ attributes, inputs }: Application): ReadonlySet<number> | null {
  const shape = inputs[0]?.shape ?? null;
  const starts = integers(attributes, "starts") ?? inputs[1]?.values;
  const given = integers(attributes, "axes") ?? (inputs[3] === absentFact ? undefined : inputs[3]?.values);
  const axes = given === undefined ? starts?.map((_, axis) => axis) : given;
  const placed = axes?.map((axis) => (axis === null ? null : axisFromFront(axis, shape)));
  return placed?.every((axis) => axis !== null) ? new Set(placed) : null;
}

function openAxis(shape: TracedShape, axis: number): TracedShape {
  const place = axisFromFront(axis, shape);
  return shape?.map((size, at) => (at === place ? null : size)) ?? null;
}

function openSizes(sizes: TracedValue | undefined): TracedShape {
  const count = sizes?.shape?.length === 1 ? sizes.shape[0] : undefined;
  return typeof count === "number" && count <= 32 ? Array.from({ length: count }, () => null) : null;
}

function broadcast(a: TracedShape, b: TracedShape): TracedShape {
  if (a === null || b === null) return null;
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const [one, other] = [a, b].map((shape) => {
      const place = axis - rank + shape.length;
      return place < 0 ? 1 : shape[place]!;
    }) as [number | null, number | null];
    if (one === 1) return other;
    return other === 1 || one === other ? one : (one ?? other);
  });
}

function reducedShape(node: Application): TracedShape {
  const shape = node.inputs[0]?.shape ?? null;
  const isArg = node.operator.startsWith("Arg");
  const axes = isArg ? [integer(node.attributes, "axis", 0)] : namedAxes(node);
  const keeps = integer(node.attributes, "keepdims", 1) !== 0;
  if (shape === null || axes === "unknown") return keeps && shape !== null ? shape.map(() => null) : null;
  if (axes === null || axes.length === 0) return keeps ? shape.map(() => 1) : [];
  const gone = new Set(axes.map((axis) => axisFromFront(axis, shape)));
  return keeps ? shape.map((size, axis) => (gone.has(axis) ? 1 : size)) : shape.filter((_, axis) => !gone.has(axis));
}

function productShape({ inputs, attributes }: Application): TracedShape {
  const [a, b] = [inputs[0]?.shape ?? null, inputs[1]?.shape ?? null];
  if (a === null || b === null || a.length < 2 || b.length < 2) return null;
  const turned = (name: string) => integer(attributes, name, 0) !== 0;
  const rows = a.at(turned("transA") ? -1 : -2)!;
  const columns = b.at(turned("transB") ? -2 : -1)!;
  const batch = broadcast(a.slice(0, -2), b.slice(0, -2));
  return batch === null ? null : [...batch, rows, columns];
}

function flatShape(shape: TracedShape, axis: number): TracedShape {
  const place = axisFromFront(axis, shape);
  const product = (sizes: readonly (number | null)[]) =>
    sizes.reduce<number | null>((all, size) => (all === null || size === null ? null : all * size), 1);
  return shape === null || place === null
    ? [null, null]
    : [product(shape.slice(0, place)), product(shape.slice(place))];
}

function transposed(shape: TracedShape, perm: readonly number[] | null): TracedShape {
  if (perm !== null) return perm.map((axis) => shape?.[axis] ?? null);
  return shape === null ? null : [...shape].reverse();
}

function refitted(node: Application): TracedShape {
  const shape = node.inputs[0]?.shape ?? null;
  const axes = namedAxes(node);
  if (shape === null || axes === "unknown") return null;
  if (node.operator === "Squeeze") {
    if (axes === null) return shape.includes(null) ? null : shape.filter((size) => size !== 1);
    const gone = new Set(axes.map((axis) => axisFromFront(axis, shape)));
    return shape.filter((_, axis) => !gone.has(axis));
  }
  const rank = shape.length + (axes?.length ?? 0);
  const added = new Set((axes ?? []).map((axis) => (axis < 0 ? axis + rank : axis)));
  const rest = [...shape];
  return Array.from({ length: rank }, (_, axis) => (added.has(axis) ? 1 : (rest.shift() ?? null)));
}

function joinedShape({ inputs, attributes }: Application): TracedShape {
  const known = inputs.map(({ shape }) => shape).find((shape) => shape !== null) ?? null;
  const axis = axisFromFront(integer(attributes, "axis", 0), known);
  if (known === null || axis === null) return null;
  const sizes = inputs.map(({ shape }) => shape?.[axis] ?? null);
  const sum = sizes.reduce<number | null>((all, size) => (all === null || size === null ? null : all + size), 0);
  return known.map((size, place) =>
    place === axis ? sum : (inputs.map(({ shape }) => shape?.[place] ?? null).find((one) => one !== null) ?? size),
  );
}

function gatheredShape({ inputs, attributes }: Application): TracedShape {
  const [data, indices] = [inputs[0]?.shape ?? null, inputs[1]?.shape ?? null];
  const axis = axisFromFront(integer(attributes, "axis", 0), data);
  if (data === null || indices === null || axis === null) return null;
  return [...data.slice(0, axis), ...indices, ...data.slice(axis + 1)];
}
