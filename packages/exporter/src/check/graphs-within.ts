import type { onnx } from "../builder/proto.js";

/** Returns a graph and all graphs nested in its nodes, the outer before the inner. */
export function graphsWithin(graph: onnx.IGraphProto): onnx.IGraphProto[] {
  return [graph, ...(graph.node ?? []).flatMap(nestedGraphs).flatMap(graphsWithin)];
}

/** Returns the graphs that a node carries as attributes, such as the branches of `If`. */
export function nestedGraphs(node: onnx.INodeProto): onnx.IGraphProto[] {
  return (node.attribute ?? []).flatMap(({ g, graphs }) => [...(g ? [g] : []), ...(graphs ?? [])]);
}
