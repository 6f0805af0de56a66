import onnxProto from "onnx-proto";
import { isArithmetic, type PlacedNode } from "./placement.js";

const { onnx } = onnxProto;
type Graph = onnxProto.onnx.IGraphProto;
type Node = onnxProto.onnx.INodeProto;

/**
 * Returns whether class ids of `output` pass through a node that ran and that neither reads nor computes floats: what
 * stands between the last floats and the output, such as the `Gather` of names behind an `ArgMax`. `nodes` is what ran
 * of `model`. A node that the file does not have, because ONNX Runtime made it from others, counts as one.
 */
export function idMakers(
  model: Uint8Array,
  { output, nodes }: { readonly output: string; readonly nodes: readonly PlacedNode[] },
): (node: PlacedNode) => boolean {
  const graph = onnx.ModelProto.decode(model).graph ?? {};
  const named = withNames(graph);
  const producers = new Map([...named].flatMap(([name, node]) => (node.output ?? []).map((made) => [made, name])));
  const arithmetic = new Set(nodes.filter(isArithmetic).map(({ name }) => name));
  const known = new Set(named.keys());
  const makers = new Set<string>();
  const reached: string[] = [output];
  for (let tensor = reached.pop(); tensor !== undefined; tensor = reached.pop()) {
    const name = producers.get(tensor);
    if (name === undefined || makers.has(name) || arithmetic.has(name)) continue;
    const node = named.get(name)!;
    // Sizes do not depend on what is in a tensor.
    if (node.opType === "Shape" || node.opType === "Size") continue;
    makers.add(name);
    for (const read of node.input ?? []) reached.push(read);
    for (const inner of nodesWithin(node)) {
      known.add(inner.name ?? "");
      if (!arithmetic.has(inner.name ?? "")) makers.add(inner.name ?? "");
      for (const read of inner.input ?? []) reached.push(read);
    }
  }
  for (const node of named.values()) for (const inner of nodesWithin(node)) known.add(inner.name ?? "");
  const isInteger = (node: PlacedNode) => !isArithmetic(node) && node.operator !== "Shape" && node.operator !== "Size";
  return (node) => isInteger(node) && (makers.has(node.name) || !known.has(node.name));
}

/** Nodes by name; those without one have the name that ONNX Runtime gives them, which does not count constants. */
function withNames({ node: nodes = [] }: Graph): Map<string, Node> {
  const counted = (nodes ?? []).filter(({ opType }) => opType !== "Constant");
  return new Map(counted.map((node, i) => [node.name || `${node.opType ?? ""}_${i}`, node]));
}

/** All nodes of the branches and bodies of a node. */
function nodesWithin({ attribute }: Node): Node[] {
  const graphs = (attribute ?? []).flatMap(({ g, graphs: several }) => [...(g ? [g] : []), ...(several ?? [])]);
  return graphs.flatMap(({ node }) => (node ?? []).flatMap((inner) => [inner, ...nodesWithin(inner)]));
}
