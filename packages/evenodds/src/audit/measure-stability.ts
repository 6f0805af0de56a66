import {
  classPredictions,
  losesUpdates,
  predictNumbers,
  type ClassifierOutput,
  type ModelRun,
  type RegressionAttribute,
  type RegressionInput,
  type RepeatedRun,
  type ReportWarning,
  type StabilityInput,
  type StabilityRun,
} from "@evenodds/auditor";
import { checkChoice, providers, UsageError, type Provider } from "@evenodds/core";
import {
  readAgain,
  runAgain,
  type ClassifierOnGraph,
  type ModelOnGraph,
  type RegressionOnGraph,
} from "../model/run-model.js";
import type { ModelOptions } from "./audit-options.js";
import type { LabelledAttribute } from "./choose-attributes.js";
import type { AuditedRun } from "./run-audited-model.js";

/** Whether a model runs more than once. */
export interface StabilityOptions {
  /**
   * Runs the model again, and says how many predicted classes change and whether the verdict depends on it, which is
   * then inconclusive: `true` with one and with two threads, a list on each of these providers. Default: true for a
   * model whose operators lose updates on several CPU threads, for which a list adds to that; else false.
   */
  readonly stability?: boolean | readonly Provider[] | undefined;
  /** Called after each further run with how far its outputs are from the audited ones, which is in no report. */
  readonly onRunAgain?: ((difference: RunDifference) => void) | undefined;
}

/** How far a further run is from the audited one. */
export interface RunDifference extends RepeatedRun {
  /** Audited nodes with a label. */
  readonly compared: number;
  /** Those of them whose predicted class is another one; null for a regression. */
  readonly flipped: number | null;
  /** Numbers that the model gives for all nodes, and those of them that are others; null for class ids. */
  readonly numbers: number | null;
  readonly differing: number | null;
  /** The largest |Δ| of them, Infinity where one of the two is not finite; null for class ids. */
  readonly largest: number | null;
}

/** Throws {@link UsageError} for what is neither true nor false nor a list of different providers. */
export function checkStability({ stability }: StabilityOptions): void {
  if (stability === undefined || typeof stability === "boolean") return;
  for (const choice of stability) checkChoice("‘stability’", { choice, choices: providers });
  if (stability.length > 0 && new Set(stability).size === stability.length) return;
  const found = stability.length === 0 ? "none" : stability.join(", ");
  throw new UsageError({ argument: "‘stability’", expected: "different providers", found });
}

/** What a further run depends on. */
type RunOptions = StabilityOptions & Pick<ModelOptions, "deviceId" | "allowFallback" | "threads" | "memory">;

/** A model that has run, and what it takes to run it once more. */
interface FirstRun<R extends ModelOnGraph> extends Pick<AuditedRun, "matched" | "onStage"> {
  readonly run: R;
}

/**
 * Runs a classifier again, as often as the options and its operators ask for, and returns what an audit is told of it,
 * with what was allowed in these runs; null where it runs once. A node without a finite output has no prediction, which
 * differs from any other.
 */
export async function measureStability(
  audited: FirstRun<ClassifierOnGraph>,
  {
    prediction,
    include,
    count,
    ...options
  }: RunOptions & {
    /** `[N]`, of the audited run. */
    readonly prediction: Int32Array;
    /** 1 on the audited nodes; all where absent. */
    readonly include: Uint8Array | undefined;
    /** Counts other predictions by attribute. */
    readonly count: (prediction: Int32Array) => readonly LabelledAttribute[];
  },
): Promise<{ readonly stability: StabilityInput; readonly warnings: readonly ReportWarning[] } | null> {
  const { run } = audited;
  const isCompared = run.label.map((label, node) => Number(label >= 0 && include?.[node] !== 0));
  const compared = isCompared.reduce((sum, one) => sum + one, 0);
  const hasFlipped = new Uint8Array(prediction.length);
  const again = await repeatRuns(audited, options, (repeated, model): StabilityRun => {
    const output = readAgain(model, run);
    const other = classPredictions(output, { nonFinite: "exclude" }).prediction;
    let flipped = 0;
    for (let node = 0; node < other.length; node++) {
      if (isCompared[node] === 0 || other[node] === prediction[node]) continue;
      flipped++;
      hasFlipped[node] = 1;
    }
    const { provider, threads } = repeated;
    options.onRunAgain?.({ provider, threads, compared, flipped, ...distance(run.output.values, output.values) });
    return { ...repeated, flipped, attributes: count(other).map(withoutScores) };
  });
  if (again === null) return null;
  const { runs, warnings } = again;
  return { stability: { compared, flipped: hasFlipped.reduce((sum, one) => sum + one, 0), runs }, warnings };
}

/**
 * Runs a regression again, as often as the options and its operators ask for, and returns the attributes of every
 * further run, with what was allowed in these runs; null where it runs once.
 */
export async function measureRegressionStability(
  audited: FirstRun<RegressionOnGraph>,
  {
    compared,
    rows,
    ...options
  }: RunOptions & {
    /** Audited nodes with a label. */
    readonly compared: number;
    /** Returns the rows of every attribute with other predictions `[N]`. */
    readonly rows: (prediction: Float64Array) => readonly RegressionAttribute[];
  },
): Promise<{
  readonly runs: NonNullable<RegressionInput["stability"]>;
  readonly warnings: readonly ReportWarning[];
} | null> {
  return repeatRuns(audited, options, ({ provider, threads }, { values }) => {
    options.onRunAgain?.({ provider, threads, compared, flipped: null, ...distance(audited.run.output, values) });
    return { provider, threads, attributes: rows(predictNumbers(values, { nonFinite: "exclude" }).prediction) };
  });
}

/** Runs a model again, one run after the other, and returns what `read` makes of each; null where it runs once. */
async function repeatRuns<T>(
  { run, matched, onStage }: FirstRun<ModelOnGraph>,
  { memory, allowFallback, ...options }: RunOptions,
  read: (repeated: RepeatedRun & Pick<StabilityRun, "isReproducible">, run: ModelRun) => T,
): Promise<{ readonly runs: readonly T[]; readonly warnings: readonly ReportWarning[] } | null> {
  const planned = plannedRuns(run, { ...options, allowFallback });
  if (planned.length === 0) return null;
  const runs: T[] = [];
  const warnings: ReportWarning[] = [];
  for (const { provider, threads } of planned) {
    const races = losesUpdates(run.description, { provider, allowFallback });
    const isReproducible = threads === null || threads === 1 || !races;
    const request = {
      ...{ provider, allowFallback, memory, onStage },
      // Which device it is belongs to the provider that was audited.
      deviceId: provider === run.provider ? options.deviceId : undefined,
      threads: threads ?? options.threads,
      allowRaces: threads !== null,
    };
    const again = await runAgain(matched, request, (model) => read({ provider, threads, isReproducible }, model));
    runs.push(again.result);
    for (const warning of again.warnings) warnings.push(warning);
  }
  return { runs, warnings };
}

/** Gates take no scores. */
function withoutScores(attribute: LabelledAttribute): LabelledAttribute {
  return { ...attribute, scores: undefined };
}

/** Races show only where threads may race, which is asked for beside the providers that are named. */
function plannedRuns(
  { description, provider }: ModelOnGraph,
  { stability, allowFallback }: StabilityOptions & Pick<ModelOptions, "allowFallback">,
): RepeatedRun[] {
  const named = typeof stability === "object" ? stability : [];
  const races = losesUpdates(description, { provider, allowFallback });
  const withThreads = stability === true || (stability !== false && races) ? [1, 2] : [];
  return [
    ...named.map((one) => ({ provider: one, threads: null })),
    ...withThreads.map((threads) => ({ provider, threads })),
  ];
}

/** How far the numbers of two outputs are apart. */
function distance(
  values: ClassifierOutput["values"],
  others: ClassifierOutput["values"],
): Pick<RunDifference, "numbers" | "differing" | "largest"> {
  if (values instanceof Int32Array) return { numbers: null, differing: null, largest: null };
  let differing = 0;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const [one, other] = [values[i]!, others[i]!];
    if (one === other || (Number.isNaN(one) && Number.isNaN(other))) continue;
    differing++;
    const delta = Math.abs(one - other);
    largest = Math.max(largest, Number.isFinite(delta) ? delta : Infinity);
  }
  return { numbers: values.length, differing, largest };
}
