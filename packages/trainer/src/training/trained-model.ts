import { hashNodeIds, recordSplit, version, type Layer, type NamedWeight, type TrainedModel } from "@evenodds/core";
import type { PreparedRun } from "./prepare-run.js";
import type { BestEpoch } from "./training-state.js";

/**
 * Returns the classifier of the best epoch as plain data. The `None` column of training is cut off, and the unit in
 * which a regression learned is folded into the last layer.
 */
export function trainedModel(run: PreparedRun, best: BestEpoch): TrainedModel {
  const { data, engine, options, networks, constants, opponent } = run.context;
  const { graph, nodes, name, sha256 } = data;
  const { task } = constants;
  const kept = keepColumns(networks.classifier, { weights: best.weights, columns: task.deployedOutputs });
  const { layers, weights } = task.unit === null ? kept : inUnit(kept, task.unit);
  return {
    layers,
    weights,
    ...(graph.edgeWeight === undefined ? {} : { edgeWeights: true }),
    featureNames: graph.featureNames,
    preprocessing: run.preprocessing,
    task: task.kind,
    labelName: nodes.labelName,
    classes: nodes.classes,
    split: recordSplit(run.split, hashNodeIds(graph.nodeIds, graph.idScope)),
    provenance: {
      tool: `evenodds ${version}`,
      method: options.method,
      seed: options.seed,
      options,
      engine: engine.description,
      graph: { name, sha256 },
      sensitive: opponent === null ? null : options.sensitive,
      epochs: best.epoch,
    },
  };
}

function keepColumns(
  layers: readonly Layer[],
  { weights, columns }: { weights: ReadonlyMap<string, NamedWeight>; columns: number },
): { layers: Layer[]; weights: Map<string, NamedWeight> } {
  const last = layers[layers.length - 1]!;
  if (last.kind !== "linear" || last.outputs === columns) return { layers: [...layers], weights: new Map(weights) };
  const kept = new Map(weights);
  for (const [part, rows] of [
    ["weight", last.inputs],
    ["bias", 1],
  ] as const) {
    const { values } = weights.get(`${last.name}.${part}`)!;
    const narrow = new Float32Array(rows * columns);
    for (let r = 0; r < rows; r++) {
      narrow.set(values.subarray(r * last.outputs, r * last.outputs + columns), r * columns);
    }
    kept.set(`${last.name}.${part}`, { shape: part === "bias" ? [columns] : [rows, columns], values: narrow });
  }
  return { layers: [...layers.slice(0, -1), { ...last, outputs: columns }], weights: kept };
}

/** Makes the last layer give `output · spread + mean`. */
function inUnit(
  { layers, weights }: { layers: Layer[]; weights: Map<string, NamedWeight> },
  { mean, spread }: { mean: number; spread: number },
): { layers: Layer[]; weights: Map<string, NamedWeight> } {
  const last = layers[layers.length - 1]!;
  if (!("name" in last)) return { layers, weights };
  const scaled = new Map(weights);
  for (const [part, shift] of [
    ["weight", 0],
    ["bias", mean],
  ] as const) {
    const { shape, values } = weights.get(`${last.name}.${part}`)!;
    scaled.set(`${last.name}.${part}`, { shape, values: values.map((value) => value * spread + shift) });
  }
  return { layers, weights: scaled };
}
