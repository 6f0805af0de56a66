import type { ElementType } from "../builder/element-type.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import type { OperatorName } from "../builder/operator-name.js";
import type { Value } from "../builder/value.js";

/** Two operands of one element type, broadcast against each other from the last axis on. */
export interface Operands<T extends ElementType> {
  readonly a: Value<T>;
  readonly b: Value<NoInfer<T>>;
}

type NumberType = "float32" | "int64";

/** Add-14: a + b. */
export function add<T extends NumberType>(graph: GraphBuilder, operands: Operands<T>): Value<T> {
  return arithmetic(graph, "Add", operands);
}

/** Sub-14: a − b. */
export function sub<T extends NumberType>(graph: GraphBuilder, operands: Operands<T>): Value<T> {
  return arithmetic(graph, "Sub", operands);
}

/** Mul-14: a · b. */
export function mul<T extends NumberType>(graph: GraphBuilder, operands: Operands<T>): Value<T> {
  return arithmetic(graph, "Mul", operands);
}

/** Div-14: a / b. */
export function div<T extends NumberType>(graph: GraphBuilder, operands: Operands<T>): Value<T> {
  return arithmetic(graph, "Div", operands);
}

/** Max-13: the larger of a and b. */
export function max<T extends NumberType>(graph: GraphBuilder, operands: Operands<T>): Value<T> {
  return arithmetic(graph, "Max", operands);
}

/** Min-13: the smaller of a and b. */
export function min<T extends NumberType>(graph: GraphBuilder, operands: Operands<T>): Value<T> {
  return arithmetic(graph, "Min", operands);
}

/** Exp-13: e^x. */
export function exp(graph: GraphBuilder, x: Value<"float32">): Value<"float32"> {
  return unary(graph, "Exp", x);
}

/** Sqrt-13: √x, NaN below 0. */
export function sqrt(graph: GraphBuilder, x: Value<"float32">): Value<"float32"> {
  return unary(graph, "Sqrt", x);
}

/** Reciprocal-13: 1 / x. */
export function reciprocal(graph: GraphBuilder, x: Value<"float32">): Value<"float32"> {
  return unary(graph, "Reciprocal", x);
}

function arithmetic<T extends NumberType>(graph: GraphBuilder, name: OperatorName, { a, b }: Operands<T>): Value<T> {
  return graph.node(name, { inputs: [a, b], outputs: [a.elementType] });
}

function unary<T extends ElementType>(graph: GraphBuilder, name: OperatorName, x: Value<T>): Value<T> {
  return graph.node(name, { inputs: [x], outputs: [x.elementType] });
}
