import type { onnx } from "../builder/proto.js";
import { nestedGraphs } from "../check/graphs-within.js";
import type { GraphEdit } from "./wire/edit-graph.js";

type Replacements = GraphEdit["nodes"];

/**
 * Completes an edit of a graph: takes out the nodes, constants and notes on values that no output needs any more once
 * the nodes at some positions are replaced. Constants that are inputs as well stay.
 */
export function pruneGraph(graph: onnx.IGraphProto, replaced: Replacements): Pick<GraphEdit, "nodes" | "dropped"> {
  const written = (graph.node ?? []).map((node, position) => replaced.get(position) ?? [node]);
  const fixed = [...(graph.output ?? []), ...(graph.input ?? [])].map(({ name }) => name ?? "");
  const used = nodesInUse(written.flat(), fixed);
  const nodes = new Map(replaced);
  written.forEach((there, position) => {
    const serving = there.filter((node) => used.has(node));
    if (serving.length < there.length) nodes.set(position, serving);
  });
  const kept = new Set([...fixed, ...[...used].flatMap((node) => [...(node.output ?? []), ...namesRead(node)])]);
  const constants = (graph.initializer ?? []).map(({ name }) => name ?? "");
  const values = (graph.node ?? []).flatMap(({ output }) => output ?? []);
  return { nodes, dropped: new Set([...constants, ...values].filter((name) => !kept.has(name))) };
}

/** The nodes that serve one of the wanted values; nodes are in the order in which they run. */
function nodesInUse(nodes: readonly onnx.INodeProto[], wanted: readonly string[]): ReadonlySet<onnx.INodeProto> {
  const read = new Set(wanted);
  const used = new Set<onnx.INodeProto>();
  for (const node of [...nodes].reverse()) {
    if (!node.output?.some((name) => read.has(name))) continue;
    used.add(node);
    for (const name of namesRead(node)) read.add(name);
  }
  return used;
}

/** The values that a node reads, those read by graphs nested in it included. */
function namesRead(node: onnx.INodeProto): string[] {
  const nested = nestedGraphs(node).flatMap((graph) => [
    ...(graph.node ?? []).flatMap(namesRead),
    ...(graph.output ?? []).map(({ name }) => name ?? ""),
  ]);
  return [...(node.input ?? []), ...nested].filter(Boolean);
}
