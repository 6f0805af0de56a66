import { onnx } from "../builder/proto.js";
import { checkDataflow } from "../check/check-dataflow.js";
import { checkNode } from "../check/check-node.js";

/**
 * Checks an optimized model without running it: every value is produced before it is read, under a name of its own; no node
 * and no constant is there in vain; nodes that were put in are of operators that the exporter knows. Throws `ProofError`.
 */
export function checkOptimized(bytes: Uint8Array, { added }: { added: readonly onnx.INodeProto[] }): void {
  const { graph } = onnx.ModelProto.decode(bytes);
  const constants = new Set((graph?.initializer ?? []).map(({ name }) => name));
  // Files of old versions list their constants among the inputs, too.
  checkDataflow({ ...graph, input: (graph?.input ?? []).filter(({ name }) => !constants.has(name)) });
  added.forEach(checkNode);
}
