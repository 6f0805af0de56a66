import { minimum, type Graph } from "@evenodds/core";
import { trainingMemory } from "../training/training-memory.js";
import type { SweepPlan } from "./plan-sweep.js";

/**
 * Returns the bytes that a sweep takes at least while `workers` threads train: the graph once, which they share, and
 * for each of them what {@link trainingMemory} counts besides, for the smallest of the settings. No more threads work
 * than there are runs.
 */
export function sweepMemory(
  data: { readonly graph: Pick<Graph, "nodeCount" | "featureNames" | "source"> },
  {
    plan: { settings, seeds },
    workers,
  }: {
    readonly plan: {
      readonly settings: readonly {
        readonly options: Pick<SweepPlan["settings"][number]["options"], "hidden" | "layers">;
      }[];
      readonly seeds: readonly number[];
    };
    readonly workers: number;
  },
): number {
  const { nodeCount, featureNames, source } = data.graph;
  const shared = 4 * nodeCount * featureNames.length + 8 * source.length;
  const runs = settings.length * seeds.length;
  if (runs === 0) return shared;
  const smallest = minimum(settings.map(({ options }) => trainingMemory(data, options)));
  return shared + Math.min(workers, runs) * (smallest - shared);
}
