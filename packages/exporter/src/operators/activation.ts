import type { GraphBuilder } from "../builder/graph-builder.js";
import type { Value } from "../builder/value.js";

type Numbers = Value<"float32">;

/** Relu-14: max(x, 0). */
export function relu(graph: GraphBuilder, x: Numbers): Numbers {
  return graph.node("Relu", { inputs: [x], outputs: ["float32"] });
}

/** Elu-6: x where x ≥ 0, else alpha · (e^x − 1). */
export function elu(graph: GraphBuilder, x: Numbers, { alpha = 1 }: { alpha?: number } = {}): Numbers {
  return graph.node("Elu", { inputs: [x], attributes: { alpha: { float: alpha } }, outputs: ["float32"] });
}

/** LeakyRelu-16: x where x ≥ 0, else alpha · x. */
export function leakyRelu(graph: GraphBuilder, x: Numbers, { alpha = 0.01 }: { alpha?: number } = {}): Numbers {
  return graph.node("LeakyRelu", { inputs: [x], attributes: { alpha: { float: alpha } }, outputs: ["float32"] });
}

/** Softmax-13: e^x / Σ e^x along `axis` (default −1). */
export function softmax(graph: GraphBuilder, x: Numbers, { axis = -1 }: { axis?: number } = {}): Numbers {
  return graph.node("Softmax", { inputs: [x], attributes: { axis: { int: axis } }, outputs: ["float32"] });
}
