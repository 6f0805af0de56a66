import { communities, duringWork, louvainCommunities, Random, UsageError } from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";

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
  return cluster === "communities" || cluster === "louvain" ? undefined : cluster;
}

const finding = { doing: "find communities", library: null };

/** Returns the clusters that are asked for; null where none are. */
export async function nodeClusters(
  { graph, cluster: codes }: LoadedGraph,
  { cluster, resolution = 1, seed }: ClusterChoice & { readonly seed: number },
): Promise<NodeClusters | null> {
  const random = Random.of(seed, "communities");
  switch (cluster) {
    case undefined:
      return null;
    case "communities": {
      const { community } = await duringWork(finding, () => communities(graph, { random }));
      return { name: "communities of the graph", cluster: community };
    }
    case "louvain": {
      const { community } = await duringWork(finding, () => louvainCommunities(graph, { random, resolution }));
      return { name: `Louvain communities of the graph (resolution ${resolution})`, cluster: community };
    }
    default:
      return { name: cluster, cluster: codes! };
  }
}

/** Says how many rows lack a cluster, where there are any. */
export function clusterNotes(without: number, name: string): string[] {
  if (without === 0) return [];
  return [`${without} rows lack a value of ${JSON.stringify(name)}; each of them is a cluster of its own.`];
}
