import { nestedGraphs, type onnx } from "@evenodds/exporter/internal";

/** An input of a node, with the values that it could read. */
export interface Operand {
  readonly node: onnx.INodeProto;
  readonly input: number;
  readonly visible: () => readonly string[];
}

/** These take every type, and what they give does not depend on it. */
const indifferent: ReadonlySet<string> = new Set(["Cast", "Shape"]);

/** All operands of a graph and those nested in it whose types something depends on. */
export function operandsOf(graph: onnx.IGraphProto): readonly Operand[] {
  const operands = operandsWithin(graph, () => []);
  const heeded = new Set<string>();
  for (const { node, input } of operands) if (!indifferent.has(node.opType!)) heeded.add(node.input![input]!);
  const ends = new Set(["logits", ...operands.flatMap(({ node }) => endsOf(node))]);
  return operands.filter(
    ({ node }) => !indifferent.has(node.opType!) && node.output!.some((name) => heeded.has(name) || ends.has(name)),
  );
}

function endsOf(node: onnx.INodeProto): string[] {
  return nestedGraphs(node).flatMap(({ output }) => output!.map(({ name }) => name!));
}

function operandsWithin(graph: onnx.IGraphProto, around: () => readonly string[]): Operand[] {
  const given = [...graph.input!, ...graph.initializer!].map(({ name }) => name!);
  return graph.node!.flatMap((node, position) => {
    const visible = () => [...around(), ...given, ...graph.node!.slice(0, position).flatMap(({ output }) => output!)];
    return [
      ...node.input!.map((_, input) => ({ node, input, visible })),
      ...nestedGraphs(node).flatMap((nested) => operandsWithin(nested, visible)),
    ];
  });
}
