import type { onnx } from "onnx-proto";

/**
 * Returns the nodes of a graph on which one of its outputs depends, by way of other nodes and of the bodies of loops
 * and branches: runtimes leave the others out.
 */
export function liveNodes({ node, output }: onnx.IGraphProto): ReadonlySet<onnx.INodeProto> {
  const wanted = new Set((output ?? []).map(({ name }) => name ?? ""));
  const live = new Set<onnx.INodeProto>();
  // Nodes stand after what they take.
  for (const one of [...(node ?? [])].reverse()) {
    if (!one.output?.some((name) => name !== "" && wanted.has(name))) continue;
    live.add(one);
    want(one, wanted);
  }
  return live;
}

/** Adds all names that a node takes; those within a body may be names of the graph around it. */
function want({ input, attribute }: onnx.INodeProto, wanted: Set<string>): void {
  for (const name of input ?? []) wanted.add(name);
  for (const { g, graphs } of attribute ?? []) {
    for (const body of [...(g ? [g] : []), ...(graphs ?? [])]) {
      for (const { name } of body.output ?? []) wanted.add(name ?? "");
      for (const inner of body.node ?? []) want(inner, wanted);
    }
  }
}
