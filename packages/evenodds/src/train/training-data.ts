import { stat } from "node:fs/promises";
import {
  beginWork,
  crossingSign,
  hashGraph,
  hashSplit,
  InputError,
  splitParts,
  UsageError,
  type Graph,
  type NodeTable,
} from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { DataSplit, TrainingData } from "@evenodds/trainer";

/** Throws {@link InputError} with `hint` where the graph of a run is not where the run found it. */
export async function requireRecorded(graph: string, hint: string): Promise<void> {
  const found = await stat(graph).catch(() => undefined);
  if (found !== undefined) return;
  throw new InputError({ argument: graph, expected: "the graph of the run", found: "no file or folder", hint });
}

/** Throws {@link InputError} where the content of the graph at `path` is not the one that is known by its hash. */
export function requireContent(
  path: string,
  {
    known,
    found,
    what,
    hint,
  }: { readonly known: string; readonly found: string; readonly what: string; readonly hint: string },
): void {
  if (found === known) return;
  throw new InputError({
    argument: path,
    expected: `${what} (${known.slice(0, 12)}…)`,
    found: `another content (${found.slice(0, 12)}…)`,
    hint,
  });
}

/** Which split a run has. */
export interface SplitChoice {
  /** Draws a split, whether the graph gives one or not. Default: false, the graph's is used where it gives one. */
  readonly drawSplit?: boolean | undefined;
  /** Names of the training options that were given: some have no effect where nothing is drawn. Default: none. */
  readonly given?: readonly string[] | undefined;
}

/** Options of training that decide how a split is drawn. */
const drawOptions = ["splitSeed", "trainShare", "validationShare", "stratify"] as const;

/**
 * Returns a loaded graph as training takes it. Throws {@link InputError} where no node has a label, and where the graph
 * gives a split without labelled nodes in each part; {@link UsageError} where it gives one and options say how to draw
 * one.
 */
export function trainingData(loaded: LoadedGraph, choice: SplitChoice = {}): TrainingData {
  const { graph, nodes, name } = loaded;
  requireLabels(loaded);
  const split = choice.drawSplit === true ? undefined : dataSplit(loaded, choice);
  return { graph, nodes, name, sha256: contentHash(graph, nodes), ...(split && { split }) };
}

/** Returns the labelled nodes of the split that a graph gives. */
function dataSplit({ split: given, nodes }: LoadedGraph, { given: options = [] }: SplitChoice): DataSplit | undefined {
  if (given === undefined) return undefined;
  const hint = "say ‘drawSplit’ to draw a split instead";
  const option = drawOptions.find((name) => options.includes(name));
  if (option !== undefined) {
    const found = `that of ${given.from}, which is not drawn`;
    throw new UsageError({ argument: `‘${option}’`, expected: "a split that is drawn", found, hint });
  }
  const [train, validation, test] = splitParts.map((part) => {
    const labelled = given.parts[part].filter((node) => nodes.label[node]! >= 0);
    if (labelled.length > 0) return labelled;
    const of = given.parts[part].length;
    const found = of === 0 ? "no node" : `${of} nodes, all without a label`;
    throw new InputError({
      argument: `${part} part, by ${given.partFrom[part]}`,
      expected: "labelled nodes for training, validation and test",
      found,
      hint,
    });
  });
  const parts = { train: train!, validation: validation!, test: test! };
  return { parts, from: given.from, sha256: hashSplit(parts) };
}

/** Returns the hash of a graph, and says meanwhile that it is made. */
export function contentHash(graph: Graph, nodes: NodeTable): string {
  const work = beginWork({ doing: "hash graph", library: null });
  try {
    return hashGraph(graph, nodes);
  } finally {
    work.end();
  }
}

/** Returns the attributes that a run wants of a graph in one file; none where it takes those that are there. */
export function trainingAttributes({
  sensitive,
}: {
  readonly sensitive?: string | null | undefined;
}): readonly string[] {
  return sensitive?.split(crossingSign) ?? [];
}

/** Throws {@link InputError} for a graph without labels. */
export function requireLabels(
  { name, labelled }: { readonly name: string; readonly labelled: number },
  {
    what = "graph",
    hint = "name the label column in the graph card (nodes.label), or save y in a graph of one file",
  } = {},
): void {
  if (labelled > 0) return;
  throw new InputError({
    argument: `${what} ${JSON.stringify(name)}`,
    expected: what === "graph" ? "labelled nodes" : "labelled rows",
    found: "none: equalized odds compares predictions given the true label",
    hint,
  });
}
