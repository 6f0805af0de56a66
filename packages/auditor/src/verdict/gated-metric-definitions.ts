import {
  classIndex,
  equalizedOddsTable,
  labelComparison,
  recallTable,
  selectionTable,
  type Comparisons,
  type OutcomeCounts,
  type PredictionCounts,
} from "@evenodds/core";
import type { GatedMetric } from "./verdict.js";

/** The counts of an attribute; `outcomes` is null where there are no labels. */
interface Counts {
  readonly outcomes: OutcomeCounts | null;
  readonly predictions: PredictionCounts;
  readonly positiveClass: string | null;
}

/** What a gate has to know about the metric that it limits. */
export interface GatedMetricDefinition {
  /** The comparisons whose largest gap it is; null where it needs labels and there are none. */
  readonly comparisons: (counts: Counts) => Comparisons | null;
  /** Whether it is about one class, which has to be named. */
  readonly needsPositiveClass: boolean;
  /** Whether the effective sizes of weighted cells are those of what is compared. */
  readonly hasEffectiveSizes: boolean;
  /** Whether there are intervals for it that allow for clusters. */
  readonly hasClusterIntervals: boolean;
}

/** Definitions of all metrics that a gate can limit. */
export const gatedMetricDefinitions: Readonly<Record<GatedMetric, GatedMetricDefinition>> = {
  equalizedOddsDifference: {
    comparisons: ({ outcomes }) => outcomes && equalizedOddsTable(outcomes),
    needsPositiveClass: false,
    hasEffectiveSizes: true,
    hasClusterIntervals: true,
  },
  equalOpportunityDifference: {
    comparisons: ({ outcomes, positiveClass }) => {
      if (outcomes === null) return null;
      const label = classIndex(outcomes.classes, positiveClass ?? "");
      return [labelComparison(outcomes, label, label)];
    },
    needsPositiveClass: true,
    hasEffectiveSizes: true,
    hasClusterIntervals: false,
  },
  diagonalRecallGap: {
    comparisons: ({ outcomes }) => outcomes && recallTable(outcomes),
    needsPositiveClass: false,
    hasEffectiveSizes: true,
    hasClusterIntervals: false,
  },
  demographicParityDifference: {
    comparisons: ({ predictions }) => selectionTable(predictions),
    needsPositiveClass: false,
    // Effective sizes of cells do not add up to those of whole groups, which selection rates are of.
    hasEffectiveSizes: false,
    hasClusterIntervals: false,
  },
};
