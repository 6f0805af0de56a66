import type { ElementType } from "../builder/element-type.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import type { Value } from "../builder/value.js";

/** What a branch computes, written into the nested graph that it is given. It may read values of the graph around. */
export type Branch<T extends ElementType> = (graph: GraphBuilder) => Value<T>;

/** If-16: the value of one of two branches; only that branch runs. `cond` holds one element. */
export function ifThenElse<T extends ElementType>(
  graph: GraphBuilder,
  cond: Value<"bool">,
  {
    elementType,
    thenBranch,
    elseBranch,
  }: { elementType: T; thenBranch: Branch<NoInfer<T>>; elseBranch: Branch<NoInfer<T>> },
): Value<T> {
  return graph.node("If", {
    inputs: [cond],
    attributes: {
      then_branch: { graph: graph.nested("then", thenBranch) },
      else_branch: { graph: graph.nested("else", elseBranch) },
    },
    outputs: [elementType],
  });
}

/**
 * Scan-16: runs `body` on entry after entry along the first axis of all `inputs`, at least one, which have the same
 * length there, at least 1, and puts its results one behind the other along a new first axis. The body may read values
 * of the graph around.
 */
export function scan<T extends ElementType>(
  graph: GraphBuilder,
  inputs: readonly Value[],
  {
    body,
    elementType,
  }: { body: (graph: GraphBuilder, entries: readonly Value[]) => Value<NoInfer<T>>; elementType: T },
): Value<T> {
  const types = inputs.map((value) => value.elementType);
  return graph.node("Scan", {
    inputs,
    attributes: {
      body: { graph: graph.nested("body", body, { inputs: types }) },
      num_scan_inputs: { int: inputs.length },
    },
    outputs: [elementType],
  });
}
