import type { ElementType } from "../builder/element-type.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import type { OperatorName } from "../builder/operator-name.js";
import type { Value } from "../builder/value.js";
import type { Operands } from "./elementwise.js";

/** Less-13: a < b. */
export function less<T extends ElementType>(graph: GraphBuilder, operands: Operands<T>): Value<"bool"> {
  return comparison(graph, "Less", operands);
}

/** LessOrEqual-16: a ≤ b. */
export function lessOrEqual<T extends ElementType>(graph: GraphBuilder, operands: Operands<T>): Value<"bool"> {
  return comparison(graph, "LessOrEqual", operands);
}

/** Greater-13: a > b. */
export function greater<T extends ElementType>(graph: GraphBuilder, operands: Operands<T>): Value<"bool"> {
  return comparison(graph, "Greater", operands);
}

/** Equal-13: a = b. */
export function equal<T extends ElementType>(graph: GraphBuilder, operands: Operands<T>): Value<"bool"> {
  return comparison(graph, "Equal", operands);
}

/** And-7: a ∧ b. */
export function and(graph: GraphBuilder, operands: Operands<"bool">): Value<"bool"> {
  return comparison(graph, "And", operands);
}

/** Where-16: x where the condition holds, else y; all three broadcast. */
export function where<T extends ElementType>(
  graph: GraphBuilder,
  { condition, x, y }: { condition: Value<"bool">; x: Value<T>; y: Value<NoInfer<T>> },
): Value<T> {
  return graph.node("Where", { inputs: [condition, x, y], outputs: [x.elementType] });
}

function comparison<T extends ElementType>(
  graph: GraphBuilder,
  name: OperatorName,
  { a, b }: Operands<T>,
): Value<"bool"> {
  return graph.node(name, { inputs: [a, b], outputs: ["bool"] });
}
