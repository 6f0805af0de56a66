import { ProofError } from "@evenodds/core";
import type { onnx } from "../builder/proto.js";
import { nestedGraphs } from "./graphs-within.js";

/** What is known while a graph is walked through; both sets span the nested graphs too. */
interface Walk {
  readonly named: Set<string>;
  readonly read: Set<string>;
}

/**
 * Checks that every value is produced before it is read, that no name is given twice (nested graphs included), and that
 * every node and constant serves an output. Throws {@link ProofError} naming the value or node.
 */
export function checkDataflow(graph: onnx.IGraphProto): void {
  walkGraph(graph, { seesAround: () => false, walk: { named: new Set(), read: new Set() } });
}

function walkGraph(
  graph: onnx.IGraphProto,
  { seesAround, walk }: { seesAround: (name: string) => boolean; walk: Walk },
): void {
  const own = new Set<string>();
  const produce = (name: string) => own.add(claim(name, walk));
  const sees = (name: string) => own.has(name) || seesAround(name);
  for (const { name } of [...(graph.input ?? []), ...(graph.initializer ?? [])]) produce(name ?? "");
  for (const node of graph.node ?? []) {
    // An empty name stands for an optional input or output that is left out.
    for (const name of (node.input ?? []).filter(Boolean)) {
      if (!sees(name)) throw notProduced(`input of node "${node.name ?? ""}"`, name);
      walk.read.add(name);
    }
    for (const nested of nestedGraphs(node)) walkGraph(nested, { seesAround: sees, walk });
    (node.output ?? []).filter(Boolean).forEach(produce);
  }
  for (const { name } of graph.output ?? []) {
    if (!own.has(name ?? "")) throw notProduced(`output of graph "${graph.name ?? ""}"`, name ?? "");
    walk.read.add(name ?? "");
  }
  checkUse(graph, walk);
}

function claim(name: string, { named }: Walk): string {
  if (name === "" || named.has(name)) {
    throw new ProofError({
      argument: `value "${name}"`,
      expected: "a name that is given once",
      found: name === "" ? "no name" : "a second value of that name",
    });
  }
  named.add(name);
  return name;
}

function checkUse(graph: onnx.IGraphProto, { read }: Walk): void {
  for (const node of graph.node ?? []) {
    if (node.output?.some((name) => read.has(name))) continue;
    throw new ProofError({
      argument: `node "${node.name ?? ""}"`,
      expected: "a node that is used",
      found: "no reader",
    });
  }
  for (const { name } of graph.initializer ?? []) {
    if (read.has(name ?? "")) continue;
    throw new ProofError({
      argument: `constant "${name ?? ""}"`,
      expected: "a constant that is used",
      found: "no reader",
    });
  }
}

function notProduced(argument: string, name: string): ProofError {
  return new ProofError({ argument, expected: "a value that is produced before", found: `"${name}"` });
}
