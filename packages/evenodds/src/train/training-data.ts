import { stat } from "node:fs/promises";
import { beginWork, crossingSign, hashGraph, InputError, type Graph, type NodeTable } from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { TrainingData } from "@evenodds/trainer";

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

/** Returns a loaded graph as training takes it. Throws {@link InputError} where no node has a label. */
export function trainingData({ graph, nodes, name, labelled }: LoadedGraph): TrainingData {
  requireLabels({ name, labelled });
  return { graph, nodes, name, sha256: contentHash(graph, nodes) };
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
