import {
  accuracyDifference,
  demographicParityDifference,
  demographicParityRatio,
  diagonalRecallGap,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalOpportunityDifference,
  oneVsRestGaps,
  predictiveParityGaps,
  type Disparity,
  type OutcomeCounts,
  type PredictionCounts,
  type PredictiveParityGaps,
  type SelectionRatio,
} from "@evenodds/core";
import type { AuditSettings, ClassDisparity, OneVsRestReport } from "./audit-report.js";

/** Metrics that a report has of every attribute beside the equalized odds difference, in the order of its tables. */
export const metrics = [
  "equalOpportunity",
  "diagonalRecallGap",
  "demographicParityDifference",
  "demographicParityRatio",
  "equalizedOddsRatio",
  "equalizedOddsMeanDifference",
  "oneVsRest",
  "predictiveParity",
  "accuracyDifference",
] as const;
export type Metric = (typeof metrics)[number];

interface MetricReports {
  /** Largest TPR gap, one entry for the named positive class, or else one per class. */
  readonly equalOpportunity: readonly ClassDisparity[];
  /** The paper's ΔEO: the largest gap of `P(Ŷ=y | Y=y)` over y. */
  readonly diagonalRecallGap: Disparity;
  /** The paper's ΔSP: the largest gap of `P(Ŷ=y)` over y. Needs no labels. */
  readonly demographicParityDifference: Disparity;
  /** Disparate impact: smallest ratio of selection rates, of the positive class where one is named. Needs no labels. */
  readonly demographicParityRatio: SelectionRatio;
  /** Smallest `min_a / max_a` of a rate; 1 = equal. */
  readonly equalizedOddsRatio: Disparity;
  /** Mean over the labels of their largest gap; for two classes the mean of TPR and FPR gap. */
  readonly equalizedOddsMeanDifference: Disparity;
  readonly oneVsRest: readonly OneVsRestReport[];
  /** Gaps of PPV and NPV, per class; empty without labels. */
  readonly predictiveParity: readonly PredictiveParityGaps[];
  readonly accuracyDifference: Disparity;
}

/** What a report has of every metric. */
export type AttributeMetrics = { readonly [Name in Metric]: MetricReports[Name] };

interface Counts {
  readonly predictions: PredictionCounts;
  readonly settings: AuditSettings;
  readonly positiveClass: string | null;
}

/** How a metric is computed from counts, and what stands in its place where there are no labels. */
interface MetricDefinition<Value> {
  readonly labelled: (outcomes: OutcomeCounts, counts: Counts) => Value;
  readonly unlabelled: (counts: Counts) => Value;
}

/** Why a figure that needs labels is missing. */
export const withoutLabelsReason = "not computable without labels";

/** Returns the disparity of which nothing is known without labels. */
export function missingDisparity(): Disparity {
  return { status: "undefined", value: null, reason: withoutLabelsReason, worst: null, leftOut: [] };
}

const fromPredictions = <Value>(value: (counts: Counts) => Value): MetricDefinition<Value> => ({
  labelled: (_, counts) => value(counts),
  unlabelled: value,
});

const definitions: { readonly [Name in Metric]: MetricDefinition<MetricReports[Name]> } = {
  equalOpportunity: {
    labelled: (outcomes, { settings, positiveClass }) =>
      (positiveClass === null ? outcomes.classes : [positiveClass]).map((positive) => ({
        class: positive,
        ...equalOpportunityDifference(outcomes, { ...settings, positiveClass: positive }),
      })),
    unlabelled: () => [],
  },
  diagonalRecallGap: {
    labelled: (outcomes, { settings }) => diagonalRecallGap(outcomes, settings),
    unlabelled: missingDisparity,
  },
  demographicParityDifference: fromPredictions(({ predictions, settings }) =>
    demographicParityDifference(predictions, settings),
  ),
  demographicParityRatio: fromPredictions(({ predictions, settings, positiveClass }) =>
    demographicParityRatio(predictions, { ...settings, positiveClass: positiveClass ?? undefined }),
  ),
  equalizedOddsRatio: {
    labelled: (outcomes, { settings, positiveClass }) =>
      equalizedOddsRatio(outcomes, { ...settings, positiveClass: positiveClass ?? undefined }),
    unlabelled: missingDisparity,
  },
  equalizedOddsMeanDifference: {
    labelled: (outcomes, { settings }) => equalizedOddsMeanDifference(outcomes, settings),
    unlabelled: missingDisparity,
  },
  oneVsRest: {
    labelled: (outcomes, { settings }) => oneVsRestGaps(outcomes, settings),
    unlabelled: () => [],
  },
  predictiveParity: {
    labelled: (outcomes, { settings }) => predictiveParityGaps(outcomes, settings),
    unlabelled: () => [],
  },
  accuracyDifference: {
    labelled: (outcomes, { settings }) => accuracyDifference(outcomes, settings),
    unlabelled: missingDisparity,
  },
};

/** Returns every metric of an attribute; `outcomes` is null where there are no labels. */
export function attributeMetrics({
  outcomes,
  ...counts
}: Counts & { readonly outcomes: OutcomeCounts | null }): AttributeMetrics {
  const value = (name: Metric) =>
    outcomes === null ? definitions[name].unlabelled(counts) : definitions[name].labelled(outcomes, counts);
  // Every definition gives what its name stands for.
  return Object.fromEntries(metrics.map((name) => [name, value(name)])) as unknown as AttributeMetrics;
}
