import { signedRateDifferences, type OutcomeCounts, type SignedDifference } from "@evenodds/core";
import type { FinishedRun } from "@evenodds/trainer";
import { describeSample } from "../statistics/describe-sample.js";
import type { FiguresBySeed } from "./compare-settings.js";
import type { SweepFigure } from "./sweep-figures.js";
import { runFigures } from "./part-figures.js";
import type { FigureSummaries } from "./sweep-summary.js";

/** Returns the figures of runs by their seed; what has no epochs has no figure of them. */
export function figuresBySeed(
  runs: readonly (Pick<FinishedRun, "test" | "seed"> & Partial<Pick<FinishedRun, "epochs">>)[],
): FiguresBySeed {
  return new Map(runs.map((run) => [run.seed, runFigures(run)]));
}

/** Returns every figure over the seeds; a run in which it is undefined does not count. */
export function describeFigures(runs: FiguresBySeed, figures: readonly SweepFigure[]): FigureSummaries {
  return Object.fromEntries(
    figures.map(({ name }) => [name, describeSample([...runs.values()].flatMap((run) => run[name] ?? []))]),
  );
}

/** Returns `P(Ŷ=y | Y=y)` of every other group minus that of the first, label by label; every cell counts. */
export function signedGaps(counts: OutcomeCounts): SignedDifference[] {
  const [against, ...others] = counts.groups;
  return others.flatMap((of) =>
    signedRateDifferences(counts, { of, against: against!, minimumSupport: 1 }).filter(
      ({ label, prediction }) => label === prediction,
    ),
  );
}
