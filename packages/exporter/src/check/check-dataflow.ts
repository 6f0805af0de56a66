import { ProofError } from "@evenodds/core";
import type { onnx } from "../builder/proto.js";
import { nestedGraphs } from "./graphs-within.js";

/** How a graph is looked at. */
interface Scrutiny {
  /**
   * Whether it is of another tool: constants may be inputs as well, as in all files up to IR version 3, or sparse, and
   * graphs nested in nodes are only asked what they read from around. Default: false.
   */
  readonly foreign?: boolean | undefined;
  /** Whether nodes and constants may be there in vain. Default: false. */
  readonly unused?: boolean | undefined;
}

/** What is known while a graph is walked through; both sets span the nested graphs too. */
interface Walk extends Scrutiny {
  readonly named: Set<string>;
  readonly read: Set<string>;
}

/**
 * Checks that every value is produced before it is read, that no name is given twice (nested graphs included), and that
 * every node and constant serves an output. Throws {@link ProofError} naming the value or node.
 */
export function checkDataflow(graph: onnx.IGraphProto, scrutiny: Scrutiny = {}): void {
  walkGraph(graph, { seesAround: () => false, walk: { ...scrutiny, named: new Set(), read: new Set() } });
}

function walkGraph(
  graph: onnx.IGraphProto,
  { seesAround, walk }: { seesAround: (name: string) => boolean; walk: Walk },
): void {
  const own = new Set<string>();
  const produce = (name: string) => own.add(claim(name, walk));
  const sees = (name: string) => own.has(name) || seesAround(name);
  for (const name of givenNames(graph, walk)) produce(name);
  for (const node of graph.node ?? []) {
    // An empty name stands for an optional input or output that is left out.
    for (const name of (node.input ?? []).filter(Boolean)) {
      if (!sees(name)) throw notProduced(`input of node "${node.name ?? ""}"`, name);
      walk.read.add(name);
    }
    for (const nested of nestedGraphs(node)) {
      // Branches of one node may use the same names.
      const inner = walk.foreign === true ? { ...walk, named: new Set<string>(), unused: true } : walk;
      walkGraph(nested, { seesAround: sees, walk: inner });
    }
    (node.output ?? []).filter(Boolean).forEach(produce);
  }
  for (const { name } of graph.output ?? []) {
    // A branch may give back what is around it.
    const isThere = walk.foreign === true ? sees(name ?? "") : own.has(name ?? "");
    if (!isThere) throw notProduced(`output of graph "${graph.name ?? ""}"`, name ?? "");
    walk.read.add(name ?? "");
  }
  if (walk.unused !== true) checkUse(graph, walk);
}

/** Names of the inputs and constants; of a foreign graph, each once. */
function givenNames(
  { input, initializer, sparseInitializer }: onnx.IGraphProto,
  { foreign }: Scrutiny,
): Iterable<string> {
  const names = [...(input ?? []), ...(initializer ?? [])].map(({ name }) => name ?? "");
  if (foreign !== true) return names;
  const inputs = names.slice(0, input?.length ?? 0);
  const sparse = (sparseInitializer ?? []).map(({ values }) => values?.name ?? "");
  const others = [...names.slice(inputs.length), ...sparse];
  const given = new Set(inputs);
  return [...inputs, ...others.filter((name) => !given.has(name))];
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

function checkUse(graph: onnx.IGraphProto, { read, foreign }: Walk): void {
  for (const node of graph.node ?? []) {
    if (node.output?.some((name) => read.has(name))) continue;
    throw new ProofError({
      argument: `node "${node.name ?? ""}"`,
      expected: "a node that is used",
      found: "no reader",
    });
  }
  // What can be given from outside is not there in vain.
  const inputs = new Set(foreign === true ? (graph.input ?? []).map(({ name }) => name ?? "") : []);
  for (const { name } of graph.initializer ?? []) {
    if (read.has(name ?? "") || inputs.has(name ?? "")) continue;
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
