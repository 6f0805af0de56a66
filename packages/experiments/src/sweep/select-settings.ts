import type { FinishedRun } from "@evenodds/trainer";
import { describeSample } from "../statistics/describe-sample.js";
import { partFigures } from "./part-figures.js";
import { poolParts } from "./pool-parts.js";

/** How one setting of a method is chosen, on the validation nodes alone. */
export const selectionRules = ["score", "accuracy", "gap", "task-loss"] as const;
export type SettingRule = (typeof selectionRules)[number];

/** All that a choice looks at: nothing of the test nodes. */
export type ValidationOutcome = Pick<FinishedRun, "validation" | "validationTaskLoss">;

/** A setting that can be chosen. */
export interface SettingCandidate {
  readonly setting: string;
  readonly method: string;
  readonly runs: readonly ValidationOutcome[];
  /** Whether a run of the setting failed; then it is not chosen. */
  readonly failed: boolean;
}

/** The choice within one method. */
export interface SettingSelection {
  readonly method: string;
  /** Null where no setting can be chosen; `reason` says why. */
  readonly setting: string | null;
  /** By which it was chosen: the largest. */
  readonly score: number | null;
  readonly candidates: number;
  readonly reason: string | null;
}

/**
 * Returns what a rule thinks of a setting, the larger the better; null where it is undefined. Counts are pooled over
 * the seeds, every cell counts.
 *
 * - `score`: accuracy − equalized odds difference; of a regression −(root mean squared error + gap of mean errors)
 * - `accuracy`: accuracy; of a regression −(root mean squared error)
 * - `gap`: −(equalized odds difference); of a regression −(gap of mean errors)
 * - `task-loss`: −(mean of the task's loss at the best epochs)
 */
export function scoreSetting(runs: readonly ValidationOutcome[], rule: SettingRule): number | null {
  if (rule === "task-loss")
    return negative(describeSample(runs.map(({ validationTaskLoss }) => validationTaskLoss)).mean);
  const pooled = poolParts(runs.map(({ validation }) => validation));
  if (pooled === null) return null;
  const figures = partFigures(pooled);
  const [quality, gap] =
    pooled.counts === null
      ? [negative(figures.rootMeanSquaredError), figures.meanErrorGap]
      : [figures.accuracy, figures.equalizedOddsDifference];
  switch (rule) {
    case "accuracy":
      return quality ?? null;
    case "gap":
      return negative(gap);
    case "score":
      return typeof quality === "number" && typeof gap === "number" ? quality - gap : null;
  }
}

/** Returns the choice of every method, in the order of the candidates; of equal ones the first is chosen. */
export function selectSettings(candidates: readonly SettingCandidate[], rule: SettingRule): SettingSelection[] {
  const methods = [...new Set(candidates.map(({ method }) => method))];
  return methods.map((method) => {
    const own = candidates.filter((candidate) => candidate.method === method);
    const sound = own.filter(({ failed, runs }) => !failed && runs.length > 0);
    let best: { setting: string; score: number } | null = null;
    for (const { setting, runs } of sound) {
      const score = scoreSetting(runs, rule);
      if (score !== null && (best === null || score > best.score)) best = { setting, score };
    }
    const reason =
      best !== null
        ? null
        : sound.length === 0
          ? "every setting has failed runs"
          : `${rule} is undefined without two groups`;
    return { method, setting: best?.setting ?? null, score: best?.score ?? null, candidates: own.length, reason };
  });
}

function negative(value: number | null | undefined): number | null {
  // 0 − value, because −0 would be printed as such.
  return typeof value === "number" ? 0 - value : null;
}
