import { onnx } from "../builder/proto.js";
import { nestedGraphs } from "../check/graphs-within.js";
import { constantContent, smallValues } from "../shapes/constant-content.js";
import { elementsOf } from "../shapes/elements-of.js";
import { shapeOf } from "../shapes/shape-of.js";
import { makeSymbols, type Size, fixedSize } from "../shapes/size.js";
import { wholeNumber } from "../shapes/whole-number.js";
import { intAttribute, type Operation, type Sized } from "../shapes/operation.js";

const { DataType } = onnx.TensorProto;
const logical = "And Equal Greater GreaterOrEqual IsInf IsNaN Less LessOrEqual Not Or Xor".split(" ");
const likeFirst = [
  ..."Abs Add Clip Column Concat CumSum Div Dropout Elu Erf Exp Expand Flatten Gather GatherElements GatherND Gemm".split(
    " ",
  ),
  ..."Identity LeakyRelu Log LogSoftmax MatMul Max Mean Min Mod Mul Neg Pow Range Reciprocal ReduceMax".split(" "),
  ..."ReduceMean ReduceMin ReduceSum Relu Reshape ScatterElements ScatterND Sigmoid Slice Softmax Sqrt".split(" "),
  ..."Squeeze Sub Sum Tanh Tile Transpose Unsqueeze".split(" "),
];

/** Returns the element type of a node's first output, undefined where it cannot be told. */
function typeOf(origin: Origin): number | undefined {
  const { operator, operands, attributes } = origin;
  if (likeFirst.includes(operator)) return operands[0]?.type;
  if (logical.includes(operator)) return DataType.BOOL;
  switch (operator) {
    case "Shape":
    case "Size":
    case "NonZero":
      return DataType.INT64;
    case "Cast":
      return intAttribute(origin, "to", 0);
    case "Where":
      return operands[1]?.type;
    case "ConstantOfShape":
      return attributes.get("value")?.t?.dataType ?? DataType.FLOAT;
    default:
      return undefined;
  }
}

type Known = Omit<Fact, "id" | "name">;

const random: ReadonlySet<string> = new Set(
  "Bernoulli Dropout Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike".split(" "),
);

/**
 * Returns what is known about every value of a graph, by its name: shapes with symbols for sizes that are open, and
 * which values are always equal. It follows sizes through the small tensors that exporters compute them with, so that
 * the number of nodes is the same symbol in every layer. Nested graphs are not entered.
 */
export function deriveFacts(graph: onnx.IGraphProto): ReadonlyMap<string, Fact> {
  const symbols = makeSymbols();
  const byKey = new Map<string, Fact>();
  const facts = new Map<string, Fact>();
  const share = (key: string, name: string, known: Known): Fact => {
    const fact = byKey.get(key) ?? { id: byKey.size, name, ...known };
    byKey.set(key, fact);
    return fact;
  };
  const constant = (name: string, tensor: onnx.ITensorProto) => {
    const content = constantContent(tensor);
    return share(constantKey(name, tensor), name, { ...content, origin: undefined });
  };

  for (const { name, type } of graph.input ?? []) {
    const shape = type?.tensorType?.shape?.dim?.map((dim, axis) => inputSize(dim, `${name} axis ${axis}`, symbols));
    const known = { shape, type: type?.tensorType?.elemType ?? undefined, elements: undefined, fill: undefined };
    facts.set(name!, share(`input ${name}`, name!, { ...known, origin: undefined }));
  }
  for (const tensor of graph.initializer ?? []) facts.set(tensor.name!, constant(tensor.name!, tensor));

  const ofNode = (node: onnx.INodeProto, position: number): Fact => {
    const [name = ""] = node.output ?? [];
    const origin = originOf(node, facts);
    const value = node.opType === "Constant" ? origin.attributes.get("value")?.t : undefined;
    if (value) return constant(name, value);
    if (isOpaque(node)) return share(`node ${position}`, name, { ...nothing, type: typeOf(origin), origin });
    const same = passedOn(origin);
    if (same !== undefined) return same;
    const vector = columnOf(origin);
    const normal = vector === undefined ? origin : { operator: "Column", attributes: new Map(), operands: [vector] };
    const type = typeOf(normal);
    const counted = elementsOf(normal);
    if (counted !== undefined) {
      const { elements, rank } = counted;
      const shape = rank === 0 ? [] : [`${elements.length}`];
      const key = `elements ${type} ${rank} ${elements.join()}`;
      return share(key, name, { shape, type, elements, fill: undefined, origin: normal });
    }
    const known = { shape: shapeOf(normal, symbols), type, elements: undefined, fill: fillOf(normal), origin: normal };
    return share(structure(normal), name, known);
  };

  (graph.node ?? []).forEach((node, position) => {
    const [first, ...others] = node.output ?? [];
    if (first) facts.set(first, ofNode(node, position));
    const origin = others.length === 0 ? undefined : originOf(node, facts);
    others.filter(Boolean).forEach((name, i) => {
      facts.set(
        name,
        share(`output ${i + 1} of node ${position}`, name, { ...nothing, origin: { ...origin!, operator: "" } }),
      );
    });
  });
  return facts;
}

const nothing = { shape: undefined, type: undefined, elements: undefined, fill: undefined } as const;

function originOf(node: onnx.INodeProto, facts: ReadonlyMap<string, Fact>): Origin {
  return {
    operator: node.domain ? "" : (node.opType ?? ""),
    attributes: new Map((node.attribute ?? []).map((attribute) => [attribute.name!, attribute])),
    operands: (node.input ?? []).map((name) => facts.get(name)),
  };
}

/** Whether another node that is written the same may give another value. */
function isOpaque(node: onnx.INodeProto): boolean {
  return Boolean(node.domain) || random.has(node.opType ?? "") || nestedGraphs(node).length > 0;
}

function structure({ operator, attributes, operands }: Origin): string {
  const set = [...attributes.values()].map((attribute) => onnx.AttributeProto.encode(attribute).finish().join()).sort();
  return `${operator} ${operands.map((operand) => operand?.id ?? "").join()} ${set.join()}`;
}

function fillOf({ operator, attributes, operands }: Origin): number | undefined {
  if (operator === "Expand") return operands[0]?.fill;
  if (operator !== "ConstantOfShape") return undefined;
  const value = attributes.get("value")?.t;
  return value ? constantContent(value).fill : 0;
}

function inputSize(dim: onnx.TensorShapeProto.IDimension, place: string, symbols: (meaning: string) => Size): Size {
  // Some exporters write −1 for a size that is open.
  if (Object.hasOwn(dim, "dimValue") && wholeNumber(dim.dimValue) >= 0) return String(dim.dimValue);
  return symbols(dim.dimParam ? `size ${dim.dimParam}` : place);
}

/** Returns a text that is the same for equal constants and for no others. */
function constantKey(name: string, tensor: onnx.ITensorProto): string {
  const { shape, type } = constantContent(tensor);
  const values = smallValues(tensor);
  return values === undefined
    ? `tensor ${name}`
    : `tensor ${type} [${shape.join()}] ${values.map((value) => (Object.is(value, -0) ? "-0" : value)).join()}`;
}

/**
 * Returns the operand that a node passes on unchanged, as exporters write many: a reshape to the shape that is there, a
 * slice of everything, the maximum of one tensor.
 */
function passedOn({ operator, operands }: Origin): Fact | undefined {
  const [first, second, third] = operands;
  if (first === undefined) return undefined;
  switch (operator) {
    case "Identity":
      return first;
    case "Max":
    case "Min":
    case "Sum":
    case "Mean":
    case "Concat":
      return operands.length === 1 ? first : undefined;
    case "Expand":
      return sameSizes(first.shape, second?.elements) ? first : undefined;
    case "Reshape":
      return reshapesToItself(first, second) ? first : flattenedColumn(first, second);
    case "Squeeze":
      return first.origin?.operator === "Column" && ["1", "-1"].includes(second?.elements?.join() ?? "")
        ? first.origin.operands[0]
        : undefined;
    case "Slice":
      return slicesAll(operands, third) ? first : undefined;
    default:
      return undefined;
  }
}

/** Returns the vector that a node makes a column `[n, 1]` of. */
function columnOf({ operator, operands }: Origin): Fact | undefined {
  const [first, second] = operands;
  const text = second?.elements?.join();
  if (first?.shape?.length !== 1 || text === undefined) return undefined;
  const isColumn =
    (operator === "Reshape" && (text === "-1,1" || text === `${first.shape[0]},1`)) ||
    (operator === "Unsqueeze" && (text === "1" || text === "-1"));
  return isColumn ? first : undefined;
}

function sameSizes(shape: Fact["shape"], sizes: Fact["elements"]): boolean {
  return shape !== undefined && sizes !== undefined && shape.join() === sizes.join();
}

function reshapesToItself({ shape }: Fact, to: Fact | undefined): boolean {
  return sameSizes(shape, to?.elements) || (shape?.length === 1 && to?.elements?.join() === "-1");
}

function flattenedColumn({ origin }: Fact, to: Fact | undefined): Fact | undefined {
  return origin?.operator === "Column" && to?.elements?.join() === "-1" ? origin.operands[0] : undefined;
}

function slicesAll([data, starts, , axes, steps]: Origin["operands"], ends: Fact | undefined): boolean {
  const { shape } = data!;
  if (shape === undefined || !starts?.elements?.every((start) => start === "0")) return false;
  if (steps !== undefined && !steps.elements?.every((step) => step === "1")) return false;
  const along = axes === undefined ? [...shape.keys()] : axes.elements?.map((size) => Number(size));
  return (
    along !== undefined &&
    along.length === ends?.elements?.length &&
    along.every((axis, i) => {
      const end = ends.elements![i]!;
      return end === shape.at(axis) || (fixedSize(end) ?? 0) >= 2 ** 31 - 1;
    })
  );
}

/** What is known about a value without running the model. Values that are always equal share one fact. */
export interface Fact extends Sized {
  /** The first value that it is true of; it exists wherever a later one does. */
  readonly name: string;
  /** Number of `TensorProto.DataType`. */
  readonly type: number | undefined;
  /** The number that all elements are, of tensors that are filled with one. */
  readonly fill: number | undefined;
  /** What computes it; undefined for inputs and constants. */
  readonly origin: Origin | undefined;
}

/**
 * A node that computes a value. Nodes that pass a value on unchanged are skipped. The operator is `Column` for a vector
 * `[n]` as `[n, 1]`, however it is written.
 */
export type Origin = Operation<Fact>;
