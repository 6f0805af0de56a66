import {
  accuracy,
  accuracyByGroup,
  balancedAccuracy,
  demographicParityDifference,
  diagonalRecallGap,
  equalizedOddsComparisons,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalOpportunityDifference,
  f1Scores,
  groupSize,
  oneVsRestGaps,
  Random,
  type Disparity,
  type OutcomeCounts,
  type PredictionCounts,
} from "@evenodds/core";
import { permutationTest } from "../statistics/permutation-test.js";
import { simultaneousIntervals } from "../statistics/simultaneous-intervals.js";
import type { AttributeReport, AuditSettings, PerformanceReport } from "./audit-report.js";
import { describeGap } from "./describe-gap.js";
import { cellTable, rowAccounting, selectionTable } from "./rate-tables.js";

/** The counts of one sensitive attribute; `outcomes` is null where there are no labels. */
export interface AttributeCounts {
  readonly name: string;
  readonly outcomes: OutcomeCounts | null;
  readonly predictions: PredictionCounts;
}

/** What an attribute's figures depend on besides its counts. */
export interface AttributeContext {
  readonly settings: AuditSettings;
  readonly seed: number;
  readonly positiveClass: string | null;
}

/** Returns every figure about one sensitive attribute. */
export function attributeReport(attribute: AttributeCounts, context: AttributeContext): AttributeReport {
  const { name, outcomes, predictions } = attribute;
  const { settings } = context;
  return {
    name,
    rows: rowAccounting(predictions),
    levels: predictions.groups.map((level, group) => ({ level, n: groupSize(predictions, group) })),
    ...(outcomes === null ? withoutLabels(predictions) : withLabels(outcomes, { ...context, name })),
    demographicParityDifference: demographicParityDifference(predictions, settings),
    selectionRates: selectionTable(predictions, settings),
  };
}

type LabelledFigures = Omit<
  AttributeReport,
  "name" | "rows" | "levels" | "demographicParityDifference" | "selectionRates"
>;

function withLabels(outcomes: OutcomeCounts, context: AttributeContext & { readonly name: string }): LabelledFigures {
  const { name, settings, seed, positiveClass } = context;
  const positives = positiveClass === null ? outcomes.classes : [positiveClass];
  const equalizedOdds = equalizedOddsDifference(outcomes, settings);
  const ratioOptions = { ...settings, positiveClass: positiveClass ?? undefined };
  return {
    cells: cellTable(outcomes, settings),
    equalizedOdds: { ...equalizedOdds, description: describeGap(equalizedOdds) },
    permutation: permutationTest(outcomes, { ...settings, random: Random.of(seed, `permutation test of ${name}`) }),
    evidence: simultaneousIntervals(equalizedOddsComparisons(outcomes), settings),
    equalOpportunity: positives.map((positive) => ({
      class: positive,
      ...equalOpportunityDifference(outcomes, { ...settings, positiveClass: positive }),
    })),
    diagonalRecallGap: diagonalRecallGap(outcomes, settings),
    equalizedOddsRatio: equalizedOddsRatio(outcomes, ratioOptions),
    equalizedOddsMeanDifference: equalizedOddsMeanDifference(outcomes, settings),
    oneVsRest: oneVsRestGaps(outcomes, settings),
    performance: performanceOf(outcomes),
  };
}

function performanceOf(outcomes: OutcomeCounts): PerformanceReport {
  const { macro, micro, weighted } = f1Scores(outcomes);
  return {
    accuracy: accuracy(outcomes),
    balancedAccuracy: balancedAccuracy(outcomes),
    f1: { macro, micro, weighted },
    byGroup: accuracyByGroup(outcomes),
  };
}

/** Why a figure that needs labels is missing. */
export const withoutLabelsReason = "not computable without labels";

function withoutLabels(predictions: PredictionCounts): LabelledFigures {
  const reason = withoutLabelsReason;
  const missing: Disparity = { status: "undefined", value: null, reason, worst: null, leftOut: [] };
  return {
    cells: [],
    equalizedOdds: { ...missing, description: describeGap(missing) },
    permutation: { draws: 0, pValue: null, floor: null, exact: false, reason },
    evidence: { comparisons: 0, worst: null, surest: null, lower: null, upper: null, reason },
    equalOpportunity: [],
    diagonalRecallGap: missing,
    equalizedOddsRatio: missing,
    equalizedOddsMeanDifference: missing,
    oneVsRest: [],
    performance: {
      accuracy: null,
      balancedAccuracy: null,
      f1: { macro: null, micro: null, weighted: null },
      byGroup: predictions.groups.map((group, g) => ({ group, n: groupSize(predictions, g), accuracy: null })),
    },
  };
}
