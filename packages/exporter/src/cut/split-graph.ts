import { maximum, type ArcStep } from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { valueInfoProto } from "../builder/value.js";

/** A graph that computes what the steps before it left open, as far as it goes without the next one. */
export interface GraphPiece {
  readonly graph: onnx.GraphProto;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** What a flat graph is split by. */
interface Splitting {
  /** In the order in which they were recorded; none reads what a later one gives. */
  readonly steps: readonly ArcStep[];
  /** Name of the value that is asked for in the end. */
  readonly output: string;
  /** Columns of a value with one row per node. */
  readonly widthOf: (name: string) => number;
  /** Name of the size that all these values share. */
  readonly rows: string;
}

/** Returns the values that a step reads. */
export function readBy(step: ArcStep): readonly string[] {
  return step.op === "attend" ? [step.features, step.source, step.target] : [step.input];
}

/**
 * Splits a graph whose inputs are rows of nodes and the results of steps: piece i holds the nodes that need the results
 * of the first i steps, and not of more of them. Returns one piece more than there are steps, `undefined` for those
 * without a node.
 */
export function splitGraph(graph: onnx.IGraphProto, splitting: Splitting): readonly (GraphPiece | undefined)[] {
  const { steps, output } = splitting;
  const stageOf = new Map(steps.map((step, i) => [step.output, i + 1]));
  const nodes = (graph.node ?? []).map((node) => {
    const stage = maximum(
      (node.input ?? []).map((name) => stageOf.get(name) ?? 0),
      0,
    );
    for (const name of node.output ?? []) stageOf.set(name, stage);
    return { node, stage };
  });
  const wanted = new Set([output, ...steps.flatMap(readBy)]);
  for (const { node, stage } of nodes) {
    for (const name of node.input ?? []) if (stageOf.get(name) !== stage) wanted.add(name);
  }
  return Array.from({ length: steps.length + 1 }, (_, stage) => {
    const own = nodes.filter((one) => one.stage === stage).map(({ node }) => node);
    return own.length === 0 ? undefined : pieceOf(own, { ...splitting, around: graph, wanted });
  });
}

function pieceOf(
  node: readonly onnx.INodeProto[],
  {
    around,
    wanted,
    widthOf,
    rows,
  }: Pick<Splitting, "widthOf" | "rows"> & {
    readonly around: onnx.IGraphProto;
    readonly wanted: ReadonlySet<string>;
  },
): GraphPiece {
  const made = new Set(node.flatMap(({ output }) => output ?? []));
  const read = new Set(node.flatMap(({ input }) => input ?? []));
  const initializer = (around.initializer ?? []).filter(({ name }) => read.has(name ?? ""));
  const constants = new Set(initializer.map(({ name }) => name));
  const inputs = [...read].filter((name) => !made.has(name) && !constants.has(name));
  const outputs = [...made].filter((name) => wanted.has(name));
  const info = (name: string) => valueInfoProto({ name, elementType: "float32", shape: [rows, widthOf(name)] });
  const graph = onnx.GraphProto.create({
    name: "piece",
    node: [...node],
    initializer,
    input: inputs.map(info),
    output: outputs.map(info),
  });
  return { graph, inputs, outputs };
}
