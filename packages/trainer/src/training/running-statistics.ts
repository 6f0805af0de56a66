import type { Layer, NamedWeight } from "@evenodds/core";
import { momentum } from "../layers/batch-norm.js";
import { definitionOf } from "../layers/definition-of.js";
import type { RunningStatistics } from "./training-state.js";
import type { ColumnStatistics } from "../operations/normalize-batch.js";

/** Parts a network's initial weights into those that are learned and those that follow the batches. */
export function splitWeights(
  layers: readonly Layer[],
  weights: ReadonlyMap<string, NamedWeight>,
): { learned: Map<string, NamedWeight>; running: RunningStatistics } {
  const names = new Set(
    layers.flatMap((layer) =>
      definitionOf(layer).running.map((part) => `${"name" in layer ? layer.name : ""}.${part}`),
    ),
  );
  const entries = [...weights];
  return {
    learned: new Map(entries.filter(([name]) => !names.has(name))),
    running: new Map(entries.filter(([name]) => names.has(name))),
  };
}

/** Moves the running statistics towards those of a training pass: `0.9 r + 0.1 batch`. */
export function updateRunning(
  running: RunningStatistics,
  batches: ReadonlyMap<string, ColumnStatistics>,
): RunningStatistics {
  if (batches.size === 0) return running;
  const next = new Map(running);
  for (const [layer, { mean, variance }] of batches) {
    for (const [name, batch] of [
      [`${layer}.mean`, mean],
      [`${layer}.variance`, variance],
    ] as const) {
      const { shape, values } = running.get(name)!;
      next.set(name, { shape, values: values.map((old, c) => (1 - momentum) * old + momentum * batch[c]!) });
    }
  }
  return next;
}
