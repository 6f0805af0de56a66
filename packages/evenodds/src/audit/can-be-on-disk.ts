import type { StabilityOptions } from "./measure-stability.js";
import { needsArcs, type ClusterChoice } from "./node-clusters.js";

/** Whether all that is asked for can be had of a graph on disk: communities and other providers want it in memory. */
export function canBeOnDisk({ cluster, stability }: StabilityOptions & Partial<ClusterChoice>): boolean {
  return !needsArcs(cluster) && typeof stability !== "object";
}
