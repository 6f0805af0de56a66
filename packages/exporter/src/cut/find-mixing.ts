import { maximum } from "@evenodds/core";
import type { onnx } from "../builder/proto.js";
import { constantContent, type ConstantContent } from "../shapes/constant-content.js";
import type { Shape } from "../shapes/size.js";
import { wholeNumber } from "../shapes/whole-number.js";

/** What a row of a graph's values is looked for with. */
interface Rows {
  /** Names of the inputs with one row per node. */
  readonly rows: ReadonlySet<string>;
  /** Shapes of values, where they are known: what would mix rows by its sizes alone is found only with them. */
  readonly shapeOf?: ((name: string) => Shape | undefined) | undefined;
}

interface Operands {
  /** Inputs by their place: one row per node, or a constant. */
  readonly isRow: (place: number) => boolean;
  readonly constant: (place: number) => ConstantContent | undefined;
  readonly shape: (place: number) => Shape | undefined;
  readonly count: number;
  readonly whole: (attribute: string, standard: number) => number;
  readonly wholes: (attribute: string) => readonly number[] | undefined;
}

type Rule = (operands: Operands) => boolean;

const onOneRow: Rule = ({ isRow }) => isRow(0);

/** Operands are aligned from the last axis on; constants must not reach the axis of the nodes, other rows must. */
const onAlignedRows: Rule = ({ isRow, constant, shape, count }) => {
  const places = Array.from({ length: count }, (_, place) => place);
  const rank = maximum(places.filter(isRow).map((place) => shape(place)?.length ?? 0));
  return places.every((place) => {
    const own = shape(place)?.length;
    if (isRow(place)) return own === undefined || own === rank;
    const sizes = constant(place)!.shape;
    return rank === 0 || sizes.length < rank || (sizes.length === rank && sizes[0] === "1");
  });
};

const alongAxis =
  (standard: number): Rule =>
  ({ isRow, shape, whole, count }) => {
    const axis = whole("axis", standard);
    const rank = shape(0)?.length;
    const fromFirst = axis < 0 && rank !== undefined ? axis + rank : axis;
    return fromFirst !== 0 && Array.from({ length: count }, (_, place) => place).every(isRow);
  };

const overAxes: Rule = ({ isRow, constant, wholes, shape }) => {
  const axes = constant(1)?.elements?.map(Number) ?? wholes("axes");
  const rank = shape(0)?.length ?? 0;
  return isRow(0) && axes !== undefined && axes.length > 0 && axes.every((axis) => axis !== 0 && axis + rank !== 0);
};

/** The first size is what is left over, and that is N where the others take as many numbers as a row has. */
const reshaped: Rule = ({ isRow, constant, shape }) => {
  const sizes = constant(1)?.elements;
  const [first, ...others] = sizes ?? [];
  if (!isRow(0) || (first !== "-1" && first !== "0") || others.includes("-1")) return false;
  const known = shape(0);
  const product = (list: readonly string[]) => list.reduce((all, size) => all * Number(size), 1);
  return known === undefined || first === "0" || product(known.slice(1)) === product(others);
};

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ..."Abs Cast Clip Elu Erf Exp Gelu HardSigmoid Identity LeakyRelu Log Neg Not Reciprocal Relu Selu Sigmoid"
    .split(" ")
    .map((name): [string, Rule] => [name, onOneRow]),
  ..."Sign Softplus Softsign Sqrt Tanh".split(" ").map((name): [string, Rule] => [name, onOneRow]),
  ..."Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Min Mul Or Pow Sub Where"
    .split(" ")
    .map((name): [string, Rule] => [name, onAlignedRows]),
  ..."ReduceMax ReduceMean ReduceMin ReduceSum".split(" ").map((name): [string, Rule] => [name, overAxes]),
  ["MatMul", ({ isRow, constant }) => isRow(0) && constant(1)?.shape.length === 2],
  [
    "Gemm",
    ({ isRow, constant, whole, count }) => {
      const sizes = constant(2)?.shape ?? [];
      const isBias = count < 3 || (constant(2) !== undefined && (sizes.length < 2 || sizes[0] === "1"));
      return isRow(0) && whole("transA", 0) === 0 && constant(1) !== undefined && isBias;
    },
  ],
  ["Concat", alongAxis(0)],
  ["Softmax", alongAxis(-1)],
  ["LogSoftmax", alongAxis(-1)],
  ["Reshape", reshaped],
]);

/** A node that keeps a graph from being computed row by row. */
export interface MixingNode {
  readonly name: string;
  readonly operator: string;
}

/**
 * Returns the first node of a graph for which it is not known that each row of what it gives depends on the same row of
 * what it reads alone: it has another operator, reads along the axis of the nodes, or reads something that is neither
 * one row per node nor a constant. Undefined where there is none. Nodes that read no rows are passed over.
 */
export function findMixing(graph: onnx.IGraphProto, { rows, shapeOf }: Rows): MixingNode | undefined {
  const byRow = new Set(rows);
  const constants = new Map((graph.initializer ?? []).map((tensor) => [tensor.name ?? "", tensor]));
  const content = (name: string) => {
    const tensor = constants.get(name);
    return tensor && constantContent(tensor);
  };
  for (const { name, opType, domain, input, output, attribute } of graph.node ?? []) {
    const names = input ?? [];
    if (!names.some((one) => byRow.has(one))) continue;
    const operands: Operands = {
      isRow: (place) => byRow.has(names[place] ?? ""),
      constant: (place) => content(names[place] ?? ""),
      shape: (place) => shapeOf?.(names[place] ?? ""),
      count: names.length,
      whole: (key, standard) => {
        const found = attribute?.find((one) => one.name === key);
        return found === undefined ? standard : wholeNumber(found.i);
      },
      wholes: (key) => attribute?.find((one) => one.name === key)?.ints?.map(wholeNumber),
    };
    const isKnown = names.every((one) => byRow.has(one) || constants.has(one) || one === "");
    const rule = domain ? undefined : rules.get(opType ?? "");
    if (!isKnown || rule?.(operands) !== true) {
      return { name: name || (output?.[0] ?? ""), operator: domain ? `${domain}.${opType}` : (opType ?? "") };
    }
    for (const one of output ?? []) byRow.add(one);
  }
  return undefined;
}
