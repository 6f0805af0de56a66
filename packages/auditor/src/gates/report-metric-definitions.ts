import {
  classRates,
  comparisonTable,
  confusionOf,
  demographicParityRatio,
  equalizedOddsRatio,
  findLevel,
  fractionAt,
  largestGap,
  minimum,
  rightComparison,
  selectionTable,
  type Comparisons,
  type GroupFraction,
} from "@evenodds/core";
import type { AttributeReport } from "../report/audit-report.js";
import { gatedMetricDefinitions } from "../verdict/gated-metric-definitions.js";
import { gatedMetrics, type GatedMetric } from "../verdict/verdict.js";
import { exactMeanDifference, exactMean } from "./exact-means.js";
import { groupAlone } from "./report-counts.js";
import {
  figures,
  rateDifferences,
  rates,
  ratios,
  scoreDifferences,
  scoreFigures,
  type GroupFigureName,
  type GapMetric,
  type GroupMetric,
  type MeasuredCounts,
  type RateName,
  type RatioName,
  type ReportMetric,
  type ReportMetricDefinition,
  type ScoreName,
} from "./report-metrics.js";

/** How each metric is measured. */
export const reportMetricDefinitions: Readonly<Record<ReportMetric, ReportMetricDefinition>> = {
  ...definitionsOf(gatedMetrics, gatedMetricOf),
  equalizedOddsMeanDifference: {
    kind: "gap",
    bounds: ["limit"],
    needsLabels: true,
    needsClass: false,
    takesClass: false,
    measure: ({ counts, minimumSupport }) => exactMeanDifference(counts.outcomes!, { minimumSupport }),
    comparisons: null,
    gated: null,
    partialIsBound: false,
  },
  ...definitionsOf(rateDifferences, (name) => rateDifference(name.slice(0, -"Difference".length) as RateName)),
  ...definitionsOf(ratios, ratioOf),
  ...definitionsOf(rates, rateOf),
  ...definitionsOf(figures, figureOf),
  ...definitionsOf(scoreFigures, (name) => ({
    kind: "reported groups" as const,
    bounds: ["limit", "floor"] as const,
    find: ({ scores }) => scores?.[name] ?? null,
    lack: scoreLack(name),
  })),
  ...definitionsOf(scoreDifferences, (difference) => {
    const name = difference.slice(0, -"Difference".length) as ScoreName;
    return {
      kind: "reported" as const,
      bounds: ["limit"] as const,
      find: ({ scores }: AttributeReport) => scores?.[name]?.gap ?? null,
      lack: scoreLack(name),
    };
  }),
  conditionalEqualizedOddsDifference: {
    kind: "reported",
    bounds: ["limit"],
    find: ({ conditional }) => conditional,
    lack: "a condition: name its column with ‘given’",
  },
  meanErrorGap: { kind: "regression", bounds: ["limit"] },
};

function definitionsOf<Name extends ReportMetric, Definition extends ReportMetricDefinition>(
  names: readonly Name[],
  define: (name: Name) => Definition,
): Record<Name, Definition> {
  return Object.fromEntries(names.map((name) => [name, define(name)])) as Record<Name, Definition>;
}

function scoreLack(name: ScoreName): string {
  const range = name === "auc" ? "" : " within [0, 1]";
  return `scores${range} behind the predictions: name their column with ‘score’`;
}

function gatedMetricOf(name: GatedMetric): GapMetric {
  const definition = gatedMetricDefinitions[name];
  const comparisons = ({ counts, positiveClass }: MeasuredCounts) =>
    definition.comparisons({ outcomes: counts.outcomes, predictions: counts.predictions, positiveClass });
  return {
    kind: "gap",
    bounds: ["limit"],
    needsLabels: name !== "demographicParityDifference",
    needsClass: definition.needsPositiveClass,
    takesClass: definition.needsPositiveClass,
    measure: (counted) => largestGap(comparisons(counted)!, counted),
    comparisons,
    gated: name,
    partialIsBound: true,
  };
}

function rateDifference(name: RateName): GapMetric {
  const comparisons = (counted: MeasuredCounts): Comparisons => [
    { label: null, prediction: rateTitle(name, counted), fractions: fractionsOf(name, counted) },
  ];
  return {
    kind: "gap",
    bounds: ["limit"],
    needsLabels: name !== "selectionRate",
    needsClass: name !== "accuracy",
    takesClass: name !== "accuracy",
    measure: (counted) => largestGap(comparisons(counted), counted),
    comparisons,
    gated: null,
    partialIsBound: true,
  };
}

function rateTitle(name: RateName, { positiveClass }: MeasuredCounts): string {
  return name === "accuracy" ? "(right)" : (positiveClass ?? "");
}

function rateOf(name: RateName): GroupMetric {
  return {
    kind: "groups",
    bounds: ["limit", "floor"],
    needsLabels: name !== "selectionRate",
    needsClass: name !== "accuracy",
    measure: (counted) =>
      fractionsOf(name, counted).map((fraction) => {
        const { group, k, n } = fraction;
        return { group, n, fraction, value: n > 0 ? k / n : null };
      }),
    hasIntervals: true,
  };
}

/** The class, where a rate needs one, is one of the counts' own. */
function fractionsOf(name: RateName, { counts, positiveClass, minimumSupport }: MeasuredCounts): GroupFraction[] {
  const { outcomes, predictions } = counts;
  const { groups, classes } = predictions;
  const positive = findLevel(classes, positiveClass ?? "");
  if (name === "accuracy") return [...rightComparison(outcomes!, true).fractions];
  if (name === "selectionRate") {
    const table = comparisonTable(selectionTable(predictions, [positive]));
    return groups.map((_, g) => fractionAt(table, 0, g));
  }
  return classRates(outcomes!, { minimumSupport })
    .filter((own) => own.class === classes[positive])
    .map((own) => ({ group: own.group, k: own[name].k, n: own[name].n }));
}

function ratioOf(name: RatioName): GapMetric {
  const needsLabels = name === "equalizedOddsRatio";
  return {
    kind: "gap",
    bounds: ["floor"],
    needsLabels,
    needsClass: false,
    takesClass: true,
    measure: ({ counts, minimumSupport, positiveClass }) => {
      const options = { minimumSupport, positiveClass: positiveClass ?? undefined };
      return needsLabels
        ? equalizedOddsRatio(counts.outcomes!, options)
        : demographicParityRatio(counts.predictions, options);
    },
    comparisons: null,
    gated: null,
    partialIsBound: true,
  };
}

function figureOf(name: GroupFigureName): GroupMetric {
  return {
    kind: "groups",
    bounds: ["limit", "floor"],
    needsLabels: true,
    needsClass: false,
    measure: ({ counts }) => {
      const all = confusionOf(counts.outcomes!).labels;
      return counts.predictions.groups.map((group, g) => {
        const own = groupAlone(counts, g).outcomes!;
        const { labels } = confusionOf(own);
        // A class that other groups have and this one has not is one of too few rows.
        const sizes = [...labels].filter((_, c) => all[c]! > 0);
        return { group, n: minimum(sizes), fraction: null, value: exactMean(name, own) };
      });
    },
    hasIntervals: false,
  };
}
