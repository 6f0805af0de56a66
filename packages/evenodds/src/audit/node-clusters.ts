import { communities, duringWork, isOnDisk, louvainCommunities, Random, UsageError, type Graph } from "@evenodds/core";
import type { LoadedData } from "../model/run-model.js";

/** How nodes are put into clusters: `communities`, `louvain`, or a column of the nodes; undefined = not at all. */
export interface ClusterChoice {
  readonly cluster: string | undefined;
  /** Of `louvain`. */
  readonly resolution?: number | undefined;
}

/** Clusters of nodes, with what they are. */
export interface NodeClusters {
  readonly name: string;
  /** `[N]`, −1 = a cluster of its own. */
  readonly cluster: Int32Array;
}

/**
 * Returns the column of the node files that the choice names. Throws {@link UsageError} for a resolution of nothing.
 */
export function clusterColumn({ cluster, resolution }: ClusterChoice): string | undefined {
  if (resolution !== undefined && cluster !== "louvain") {
    throw new UsageError({ argument: "‘resolution’", expected: "‘cluster’ louvain", found: cluster ?? "no ‘cluster’" });
  }
  return needsArcs(cluster) ? undefined : cluster;
}

const finding = { doing: "find communities", library: null };

/** Returns the clusters that are asked for; null where none are. */
export async function nodeClusters(
  { graph: given, cluster: codes }: Pick<LoadedData, "graph" | "cluster">,
  { cluster, resolution = 1, seed }: ClusterChoice & { readonly seed: number },
): Promise<NodeClusters | null> {
  const random = Random.of(seed, "communities");
  const graph = () => inMemory(given);
  switch (cluster) {
    case undefined:
      return null;
    case "communities": {
      const { community } = await duringWork(finding, () => communities(graph(), { random }));
      return { name: "communities of the graph", cluster: community };
    }
    case "louvain": {
      const { community } = await duringWork(finding, () => louvainCommunities(graph(), { random, resolution }));
      return { name: `Louvain communities of the graph (resolution ${resolution})`, cluster: community };
    }
    default:
      return { name: cluster, cluster: codes! };
  }
}

/** Whether clusters are found by the arcs of the graph, all of which are then in memory. */
export function needsArcs(cluster: string | undefined): boolean {
  return cluster === "communities" || cluster === "louvain";
}

function inMemory(graph: LoadedData["graph"]): Graph {
  if (isOnDisk(graph)) throw new TypeError("communities are found in memory");
  return graph;
}

/** Says how many rows lack a cluster, where there are any. */
export function clusterNotes(without: number, name: string): string[] {
  if (without === 0) return [];
  return [`${without} rows lack a value of ${JSON.stringify(name)}; each of them is a cluster of its own.`];
}
