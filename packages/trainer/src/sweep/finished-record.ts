import { countOutcomes, isEvenoddsError, maskOf, version } from "@evenodds/core";
import type { TrainingOptions } from "../training/training-options.js";
import { trainingAttribute } from "../training/split-for-training.js";
import type { TrainingData } from "../training/training-data.js";
import type { Prediction, TrainingResult } from "../training/training-result.js";
import type { PlannedRun } from "./plan-sweep.js";
import { sweepGraph } from "./sweep-graph.js";
import {
  recordFormat,
  type ErrorSums,
  type FailedRun,
  type FinishedRun,
  type PartOutcome,
  type SweepRunHead,
} from "./sweep-record.js";

interface Context {
  readonly data: TrainingData;
  readonly engine: string;
}

/** Returns the record of a run that gave a model. */
export function finishedRecord(
  run: PlannedRun,
  { summary, history, prediction, split }: Pick<TrainingResult, "summary" | "history" | "prediction" | "split">,
  context: Context,
): FinishedRun {
  const { epochs, bestEpoch, validationLoss, sensitiveIsFeature, warnings } = summary;
  const part = (nodes: Int32Array) => partOutcome(prediction, { options: run.options, data: context.data, nodes });
  return {
    ...head(run, context),
    status: "finished",
    epochs,
    bestEpoch,
    validationLoss,
    validationTaskLoss: history[bestEpoch - 1]!.validationTaskLoss,
    sensitiveIsFeature,
    warnings,
    validation: part(split.validation),
    test: part(split.test),
  };
}

/** Returns the record of a run that threw. */
export function failedRecord(run: PlannedRun, error: unknown, context: Context): FailedRun {
  const message = error instanceof Error ? error.message : String(error);
  const code = isEvenoddsError(error) ? error.code : "fault";
  return { ...head(run, context), status: "failed", error: { code, message } };
}

function head({ key, setting, options }: PlannedRun, { data, engine }: Context): SweepRunHead {
  return {
    format: recordFormat,
    key,
    setting: setting.key,
    values: setting.values,
    seed: options.seed,
    options,
    tool: `evenodds ${version}`,
    engine,
    graph: sweepGraph(data),
  };
}

/**
 * Returns what was predicted on some nodes of a graph, by the attribute that the options name; by one group `all` where
 * they name none.
 */
export function partOutcome(
  { classes: predicted, values }: Prediction,
  {
    options,
    data,
    nodes,
  }: { readonly options: TrainingOptions; readonly data: TrainingData; readonly nodes: Int32Array },
): PartOutcome {
  const { label, classes, target } = data.nodes;
  const attribute = trainingAttribute(data.nodes, options);
  const group = attribute?.code ?? new Int32Array(label.length);
  const groups = attribute?.levels ?? ["all"];
  if (predicted === null) {
    return {
      nodes: nodes.length,
      counts: null,
      errors: errorSums(nodes, { group, groups, label: target!.value, prediction: values! }),
    };
  }
  const include = maskOf(nodes, label.length);
  const counts = countOutcomes({ group, groups, label, prediction: predicted, classes, include });
  // Nodes of other parts are no loss of this one.
  const excluded = Object.fromEntries(Object.entries(counts.excluded).filter(([reason]) => reason !== "outside-split"));
  return { nodes: nodes.length, counts: { ...counts, excluded }, errors: null };
}

function errorSums(
  nodes: Int32Array,
  rows: {
    readonly group: Int32Array;
    readonly groups: readonly string[];
    readonly label: Float64Array;
    readonly prediction: Float64Array;
  },
): ErrorSums {
  const { group, groups, label, prediction } = rows;
  const zeros = () => groups.map(() => 0);
  const sums = { groups, n: zeros(), error: zeros(), absolute: zeros(), squared: zeros() };
  for (const node of nodes) {
    const g = group[node]!;
    if (g < 0) continue;
    const error = prediction[node]! - label[node]!;
    sums.n[g]!++;
    sums.error[g]! += error;
    sums.absolute[g]! += Math.abs(error);
    sums.squared[g]! += error ** 2;
  }
  return sums;
}
