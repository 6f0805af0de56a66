import { InputError, sensitiveAttribute, maximum, minimum } from "@evenodds/core";
import type { LoadedGraph } from "../load/load-graph.js";
import type { KnownDataSet, KnownStatistics } from "./known-data-set.js";

/** Everything that {@link KnownStatistics} can have, of a graph that was loaded. */
export type GraphStatistics = Required<KnownStatistics>;

/**
 * Returns the statistics of a loaded graph. Edges with an end of unknown group are neither between nor within groups,
 * and a self loop is one edge. The ratio of groups is 0 where a group is empty.
 */
export function graphStatistics(loaded: LoadedGraph, sensitive: string): GraphStatistics {
  const { graph, nodes, accounting, labelled } = loaded;
  const { code, levels } = sensitiveAttribute(nodes, sensitive);
  const groups = countByName(code, levels);
  const sizes = Object.values(groups);
  const smallest = minimum(sizes);
  let intra = 0;
  let inter = 0;
  for (let e = 0; e < graph.source.length; e++) {
    const [a, b] = [graph.source[e]!, graph.target[e]!];
    if (a > b || code[a]! < 0 || code[b]! < 0) continue;
    if (code[a] === code[b]) intra++;
    else inter++;
  }
  return {
    nodes: graph.nodeCount,
    edges: accounting.edges.used,
    edgeRows: accounting.edges.read,
    features: graph.featureNames.length,
    labelled,
    classes: countByName(nodes.label, nodes.classes),
    groups,
    groupRatio: smallest > 0 ? Math.round((100 * maximum(sizes)) / smallest) / 100 : 0,
    interGroupEdges: inter,
    intraGroupEdges: intra,
  };
}

function countByName(code: Int32Array, names: readonly string[]): Record<string, number> {
  const counts = new Int32Array(names.length);
  for (const c of code) if (c >= 0) counts[c]!++;
  return Object.fromEntries(names.map((name, c) => [name, counts[c]!]));
}

/** Throws {@link InputError} naming every statistic that a graph made of recognised files does not have. */
export function checkStatistics({ name, statistics, files }: KnownDataSet, found: GraphStatistics): void {
  const counts = flat(found);
  const wrong = [...flat(statistics)].filter(([what, count]) => counts.get(what) !== count);
  if (wrong.length === 0) return;
  throw new InputError({
    argument: `statistics of data set ${name} (${files.map((file) => file.name).join(", ")})`,
    expected: wrong.map(([what, count]) => `${count} ${what}`).join(", "),
    found: wrong.map(([what]) => `${counts.get(what) ?? "no"} ${what}`).join(", "),
    hint: `the files may be another version; the right ones are ${files.map(({ copies }) => copies[0]!.source).join(" and ")}`,
  });
}

const words: Readonly<Record<keyof KnownStatistics, string>> = {
  nodes: "nodes",
  edges: "undirected edges",
  edgeRows: "edge rows",
  features: "features",
  labelled: "labelled nodes",
  classes: "nodes of class",
  groups: "nodes of group",
  groupRatio: "as ratio of group sizes",
  interGroupEdges: "edges between groups",
  intraGroupEdges: "edges within groups",
};

function flat(statistics: KnownStatistics): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, word] of Object.entries(words) as [keyof KnownStatistics, string][]) {
    const value = statistics[name];
    if (typeof value === "number") counts.set(word, value);
    else
      for (const [level, count] of Object.entries(value ?? {})) counts.set(`${word} ${JSON.stringify(level)}`, count);
  }
  return counts;
}
