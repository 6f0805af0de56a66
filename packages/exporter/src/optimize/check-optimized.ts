import { elementTypeOf } from "../builder/element-type.js";
import { onnx } from "../builder/proto.js";
import { checkDataflow } from "../check/check-dataflow.js";
import { checkDeclared } from "../check/inference/read-declared.js";
import { inferConstants, inferNodes } from "../check/inference/infer-graph.js";
import type { InferredValue } from "../check/inference/inferred-value.js";
import { makeScope } from "../check/inference/scope.js";
import type { Fact } from "./derive-facts.js";

/** What was put into a model, and what is known about the values that were there before. */
interface Added {
  readonly nodes: readonly onnx.INodeProto[];
  readonly constants: readonly onnx.ITensorProto[];
  readonly facts: ReadonlyMap<string, Fact>;
}

/**
 * Checks an optimized model without running it: every value is produced before it is read, under a name of its own; no
 * node and no constant is there in vain; nodes that were put in are of operators that the exporter knows, their types
 * and shapes fit where they meet, and what takes the place of a value has its type and shape, as far as that is known.
 * Throws `ProofError`.
 */
export function checkOptimized(bytes: Uint8Array, added: Added): void {
  const { graph } = onnx.ModelProto.decode(bytes);
  checkDataflow(graph ?? {}, { foreign: true });
  checkAdded(added);
}

function checkAdded({ nodes, constants, facts }: Added): void {
  const given = new Set(nodes.flatMap(({ output }) => output ?? []));
  const scope = makeScope([...facts].flatMap(([name, fact]) => (given.has(name) ? [] : [asValue(name, fact)])));
  inferConstants(constants, scope);
  inferNodes(nodes, scope);
  for (const name of given) {
    const fact = facts.get(name);
    if (fact === undefined) continue;
    const [declared, inferred] = [asValue(name, fact), scope.values.get(name)!];
    checkDeclared(`value "${name}"`, { declared, inferred, because: "as before" });
  }
}

function asValue(name: string, { id, type, shape, elements }: Fact): InferredValue {
  // Ids of values that are inferred start at 0.
  return { id: -1 - id, name, elementType: elementTypeOf(type), shape, elements };
}
