import {
  aucByGroup,
  brierByGroup,
  calibrationByGroup,
  checkScoreCounts,
  conditionalEqualizedOdds,
  equalizingThresholds,
  Random,
  thresholdCurve,
  type ConditionalDisparity,
  type ConditionLevel,
  type EqualizingThresholds,
  type FigureByGroup,
  type OutcomeCounts,
  type ScoreCounts,
  type ThresholdPoint,
  type ClusterCounts,
} from "@evenodds/core";
import {
  clusterBootstrapSteps,
  defaultBootstrapDraws,
  type ClusterBootstrapReport,
} from "../statistics/cluster/cluster-bootstrap.js";
import { clusterIntervalsSteps, type ClusterIntervalReport } from "../statistics/cluster/cluster-intervals.js";
import { clusterTestSteps, type ClusterTestReport } from "../statistics/cluster/cluster-test.js";
import type { Steps } from "../statistics/steps.js";
import type { AuditSettings } from "./audit-report.js";

/** Figures of the scores behind the predictions of two classes. */
export interface ScoreReport {
  /** Scores that are counted, and how many distinct ones there are. */
  readonly n: number;
  readonly distinct: number;
  readonly auc: FigureByGroup;
  /** Null, like `calibration`, where some score is not within [0, 1]. */
  readonly brier: FigureByGroup | null;
  readonly calibration: FigureByGroup | null;
  /** The threshold that made predictions of the scores; null where it is not known. */
  readonly threshold: number | null;
  readonly thresholdCurve: readonly ThresholdPoint[];
  readonly equalizingThresholds: EqualizingThresholds;
}

/** Statistics that allow for dependence within clusters. */
export interface ClusterReport {
  /** What the clusters are, for example a column. */
  readonly name: string;
  readonly test: ClusterTestReport;
  readonly bootstrap: ClusterBootstrapReport;
  readonly intervals: ClusterIntervalReport;
}

export interface ConditionalReport extends ConditionalDisparity {
  /** What was conditioned on, for example a column. */
  readonly name: string;
}

/** Returns everything about scores. Throws {@link InputError} for score counts that do not fit together. */
export function scoreReport(
  scores: ScoreCounts,
  { minimumSupport, threshold }: Pick<AuditSettings, "minimumSupport"> & { readonly threshold?: number | undefined },
): ScoreReport {
  checkScoreCounts(scores);
  const probabilities = scores.scores.every((score) => score >= 0 && score <= 1);
  const options = { minimumSupport };
  return {
    n: scores.counts.reduce((sum, n) => sum + n, 0),
    distinct: scores.scores.length,
    auc: aucByGroup(scores, options),
    brier: probabilities ? brierByGroup(scores, options) : null,
    calibration: probabilities ? calibrationByGroup(scores, options) : null,
    threshold: threshold ?? null,
    thresholdCurve: thresholdCurve(scores, options),
    equalizingThresholds: equalizingThresholds(scores, options),
  };
}

/**
 * Returns everything that allows for clusters. Draws are those of the permutation test, at most 2,000 for the
 * bootstrap.
 */
export function* clusterReport(
  { name, counts }: { readonly name: string; readonly counts: ClusterCounts },
  audit: {
    readonly settings: AuditSettings;
    readonly seed: number;
    readonly attribute: string;
    readonly effective?: OutcomeCounts | undefined;
  },
): Steps<ClusterReport> {
  const { settings, seed, attribute, effective } = audit;
  const { minimumSupport, alpha, draws } = settings;
  const random = (purpose: string) => Random.of(seed, `cluster ${purpose} of ${attribute}`);
  return {
    name,
    test: yield* clusterTestSteps(counts, { name: attribute, random: random("test"), draws, minimumSupport }),
    bootstrap: yield* clusterBootstrapSteps(counts, {
      name: attribute,
      random: random("bootstrap"),
      draws: Math.min(draws, defaultBootstrapDraws),
      alpha,
      minimumSupport,
    }),
    intervals: yield* clusterIntervalsSteps(counts, { name: attribute, alpha, minimumSupport, effective }),
  };
}

/** Returns equalized odds within every level of a condition. */
export function conditionalReport(
  { name, levels }: { readonly name: string; readonly levels: readonly ConditionLevel[] },
  settings: AuditSettings,
): ConditionalReport {
  return { name, ...conditionalEqualizedOdds(levels, settings) };
}
