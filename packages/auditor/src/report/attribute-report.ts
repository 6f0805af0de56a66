import {
  accuracy,
  accuracyByGroup,
  balancedAccuracy,
  cellSizes,
  classRates,
  effectiveCounts,
  equalizedOddsDifference,
  equalizedOddsTable,
  f1Scores,
  groupSize,
  Random,
  type ConditionLevel,
  type OutcomeCounts,
  type PredictionCounts,
  type ScoreCounts,
  type ClusterCounts,
} from "@evenodds/core";
import { dealtTestSteps } from "../statistics/dependence/dependence-test.js";
import { untestedDependence } from "../statistics/dependence/dependence-tally.js";
import { groupEvidence } from "../statistics/dependence/group-evidence.js";
import { simultaneousIntervals } from "../statistics/simultaneous-intervals.js";
import type { Steps } from "../statistics/steps.js";
import type { AuditedUnit } from "./audited-unit.js";
import type { AttributeReport, AuditSettings, PerformanceReport, UnknownRows } from "./audit-report.js";
import { describeGap } from "./describe-gap.js";
import { clusterReport, conditionalReport, scoreReport } from "./optional-reports.js";
import { attributeMetrics, missingDisparity, withoutLabelsReason } from "./metrics.js";
import { cellTable, rowAccounting, selectionTable } from "./rate-tables.js";
import { referenceReport } from "./reference-report.js";

/** The counts of one sensitive attribute; `outcomes` is null where there are no labels. */
export interface AttributeCounts {
  readonly name: string;
  readonly outcomes: OutcomeCounts | null;
  readonly predictions: PredictionCounts;
  readonly unknown?: readonly UnknownRows[] | undefined;
  readonly extras?: AttributeExtras | undefined;
  /** Place of the group beside which all others are shown; undefined where nobody asked for that. */
  readonly reference?: number | undefined;
}

/** What is known of weighted rows besides the sums of their weights, which take the place of counts. */
export interface WeightExtras {
  /** Sums of squared weights, as `countWeighted` returns them, in the shape of the counts. */
  readonly squares?: Float64Array | undefined;
  /** Number of rows behind weighted counts; needed beside `squares`, and without a meaning elsewhere. */
  readonly usedRows?: number | undefined;
}

/** What may be known of an attribute's rows besides their counts. All but weights asks for labels. */
export interface AttributeExtras extends WeightExtras {
  /** The scores behind the predictions of two classes. */
  readonly scores?: ScoreCounts | undefined;
  /** The threshold that made predictions of the scores. */
  readonly threshold?: number | undefined;
  /** The same rows by cluster, with what the clusters are. */
  readonly clusters?: { readonly name: string; readonly counts: ClusterCounts } | undefined;
  /** The same rows by the levels of a condition, with what that is. */
  readonly condition?: { readonly name: string; readonly levels: readonly ConditionLevel[] } | undefined;
}

/** What an attribute's figures depend on besides its counts. */
export interface AttributeContext {
  readonly settings: AuditSettings;
  readonly seed: number;
  readonly positiveClass: string | null;
  /** What the texts call its rows. */
  readonly unit: AuditedUnit;
}

/** Whether the counts of an attribute are sums of weights. */
export function isWeighted({ extras }: Pick<AttributeCounts, "extras">): boolean {
  return extras?.squares !== undefined;
}

/** Returns every figure about one sensitive attribute. */
export function* attributeReport(attribute: AttributeCounts, context: AttributeContext): Steps<AttributeReport> {
  const { name, outcomes, predictions, extras = {}, reference } = attribute;
  const { settings, positiveClass } = context;
  const weighted = isWeighted(attribute);
  // The order of keys is that of the report's JSON; metrics that are not named here follow at its end.
  const {
    equalOpportunity,
    diagonalRecallGap,
    equalizedOddsRatio,
    equalizedOddsMeanDifference,
    oneVsRest,
    predictiveParity,
    accuracyDifference,
    demographicParityDifference,
    demographicParityRatio,
    ...others
  } = attributeMetrics({ outcomes, predictions, settings, positiveClass });
  const { squares } = extras;
  const effective = outcomes === null || squares === undefined ? null : effectiveCounts({ outcomes, squares });
  const figures =
    outcomes === null
      ? withoutLabels(predictions)
      : yield* withLabels(outcomes, { ...context, name, extras, effective });
  const { cells, equalizedOdds, permutation, evidence, dependence, groups, performance, rates, ...optional } = figures;
  return {
    name,
    rows: rowAccounting(predictions, weighted ? extras.usedRows : undefined),
    unknown: attribute.unknown?.map(({ attribute: of, rows }) => ({ attribute: of, rows })) ?? null,
    levels: predictions.groups.map((level, group) => ({ level, n: groupSize(predictions, group) })),
    cells,
    equalizedOdds,
    permutation,
    evidence,
    dependence,
    groups,
    equalOpportunity,
    diagonalRecallGap,
    equalizedOddsRatio,
    equalizedOddsMeanDifference,
    oneVsRest,
    performance,
    classRates: rates,
    predictiveParity,
    accuracyDifference,
    ...optional,
    demographicParityDifference,
    selectionRates: selectionTable(predictions, { ...settings, weighted }),
    demographicParityRatio,
    // Known once every attribute has been tested; see `auditOutcomes`.
    adjustedPValue: null,
    ...others,
    ...(reference === undefined
      ? {}
      : { reference: referenceReport({ outcomes, predictions }, { ...settings, reference, weighted, effective }) }),
  };
}

/** Figures of labelled rows that are no metrics. */
type LabelledFigures = Pick<
  AttributeReport,
  | "cells"
  | "equalizedOdds"
  | "permutation"
  | "evidence"
  | "groups"
  | "performance"
  | "effectiveSizes"
  | "scores"
  | "clusters"
  | "conditional"
> & {
  readonly rates: AttributeReport["classRates"];
  // Adjusted once every attribute has been tested.
  readonly dependence: AttributeReport["dependence"];
};

function* withLabels(
  outcomes: OutcomeCounts,
  context: AttributeContext & {
    readonly name: string;
    readonly extras: AttributeExtras;
    /** Null where rows carry no weights. */
    readonly effective: OutcomeCounts | null;
  },
): Steps<LabelledFigures> {
  const { name, settings, seed, unit, extras, effective } = context;
  const { scores, threshold, clusters, condition } = extras;
  const weighted = effective !== null;
  const equalizedOdds = equalizedOddsDifference(outcomes, settings);
  const { permutation, dependence, groups } = yield* dealtTestSteps(outcomes, {
    ...{ ...settings, weighted, name },
    random: Random.of(seed, `permutation test of ${name}`),
    smallRandom: Random.of(seed, `permutation test of small groups of ${name}`),
  });
  return {
    cells: cellTable(outcomes, { ...settings, effective }),
    equalizedOdds: { ...equalizedOdds, description: describeGap(equalizedOdds, { unit, weighted }) },
    permutation,
    evidence: simultaneousIntervals(equalizedOddsTable(effective ?? outcomes), {
      ...settings,
      effectiveSizes: weighted,
    }),
    dependence: { ...dependence, adjustedPValue: null },
    groups: groupEvidence(outcomes, { alpha: settings.alpha, effective: effective ?? undefined, tests: groups }),
    performance: performanceOf(outcomes),
    rates: classRates(outcomes, settings),
    effectiveSizes: effective && sizesByLabel(effective),
    scores: scores === undefined ? null : scoreReport(scores, { ...settings, threshold }),
    clusters:
      clusters === undefined
        ? null
        : yield* clusterReport(clusters, { settings, seed, attribute: name, effective: effective ?? undefined }),
    conditional: condition === undefined ? null : conditionalReport(condition, settings),
  };
}

/** Rows of every cell, ordered by label, then group. */
function sizesByLabel(outcomes: OutcomeCounts): number[] {
  const { groups, classes } = outcomes;
  const sizes = cellSizes(outcomes);
  return classes.flatMap((_, label) => groups.map((_, group) => sizes[group * classes.length + label]!));
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

function withoutLabels(predictions: PredictionCounts): LabelledFigures {
  const reason = withoutLabelsReason;
  const missing = missingDisparity();
  return {
    cells: [],
    equalizedOdds: { ...missing, description: describeGap(missing) },
    permutation: { draws: 0, pValue: null, floor: null, exact: false, tables: null, reason },
    evidence: { comparisons: 0, worst: null, surest: null, lower: null, upper: null, reason },
    dependence: { ...untestedDependence(reason), adjustedPValue: null },
    groups: [],
    performance: {
      accuracy: null,
      balancedAccuracy: null,
      f1: { macro: null, micro: null, weighted: null },
      byGroup: predictions.groups.map((group, g) => ({ group, n: groupSize(predictions, g), accuracy: null })),
    },
    rates: [],
    effectiveSizes: null,
    scores: null,
    clusters: null,
    conditional: null,
  };
}
