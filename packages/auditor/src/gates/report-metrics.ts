import type { ClassRates, Comparisons, Disparity, FigureByGroup, GroupFraction } from "@evenodds/core";
import type { AttributeReport } from "../report/audit-report.js";
import { gatedMetrics, type GatedMetric } from "../verdict/verdict.js";
import type { ReportCounts } from "./report-counts.js";

/** Rates of one class against all others, of which {@link classRates} has all. */
const classRateNames = [
  "truePositiveRate",
  "falsePositiveRate",
  "trueNegativeRate",
  "falseNegativeRate",
  "positivePredictiveValue",
  "negativePredictiveValue",
] as const satisfies readonly (keyof ClassRates)[];

/** Rates that a group has, as fractions of its rows. */
export const rates = ["accuracy", "selectionRate", ...classRateNames] as const;
export type RateName = (typeof rates)[number];

export const rateDifferences = rates.map((name) => `${name}Difference` as const);

/** Figures of a group that are means of several fractions. */
export const figures = ["balancedAccuracy", "f1Macro", "f1Weighted"] as const;
export type GroupFigureName = (typeof figures)[number];

export const ratios = ["equalizedOddsRatio", "demographicParityRatio"] as const;
export type RatioName = (typeof ratios)[number];

/** Figures of the scores behind predictions, by their names in a report. */
export const scoreFigures = ["auc", "brier", "calibration"] as const;
export type ScoreName = (typeof scoreFigures)[number];

export const scoreDifferences = scoreFigures.map((name) => `${name}Difference` as const);

/**
 * Metrics that a gate on a finished report can be about, by the names that reports have for them. Names that end in
 * `Difference` or `Gap` are how far groups lie apart, those in `Ratio` the smallest share of one group's rate in
 * another one's; the others are figures of each group.
 */
export const reportMetrics = [
  ...gatedMetrics,
  "equalizedOddsMeanDifference",
  ...rateDifferences,
  ...ratios,
  ...rates,
  ...figures,
  ...scoreFigures,
  ...scoreDifferences,
  "conditionalEqualizedOddsDifference",
  "meanErrorGap",
] as const;
export type ReportMetric = (typeof reportMetrics)[number];

/** What a gate measures: counts of an attribute, or of one group beside all others, and what it may be about. */
export interface MeasuredCounts {
  readonly counts: ReportCounts;
  readonly minimumSupport: number;
  /** The class that it is about; null where none is named. */
  readonly positiveClass: string | null;
}

/** Of a metric whose value is a summary over groups: what is known of it, and how far groups left out may change it. */
export interface GapMetric {
  readonly kind: "gap";
  readonly bounds: readonly ["limit"] | readonly ["floor"];
  readonly needsLabels: boolean;
  /** Whether it is about one class, which has to be named. */
  readonly needsClass: boolean;
  /** Whether it is about the named class where there is one. */
  readonly takesClass: boolean;
  readonly measure: (counted: MeasuredCounts) => Disparity;
  /** What its intervals are of; null where it has none. */
  readonly comparisons: ((counted: MeasuredCounts) => Comparisons | null) | null;
  /** The metric with intervals for weighted rows and clusters that it is, where it is one. */
  readonly gated: GatedMetric | null;
  /**
   * What a value over fewer cells is of the value over all: a bound of it on the side of the threshold, or nothing
   * (means).
   */
  readonly partialIsBound: boolean;
}

/** One figure of a group. */
export interface GroupValue {
  readonly group: string;
  /** The rows that it rests on, of the scarcest kind. */
  readonly n: number;
  /** The fraction that it is; null where it is none. */
  readonly fraction: GroupFraction | null;
  /** Null where it is 0/0. */
  readonly value: number | null;
}

/** Of a metric that every group has for itself. */
export interface GroupMetric {
  readonly kind: "groups";
  readonly bounds: readonly ["limit", "floor"];
  readonly needsLabels: boolean;
  readonly needsClass: boolean;
  readonly measure: (counted: MeasuredCounts) => readonly GroupValue[];
  /** Whether each figure is a fraction of rows, and has an interval. */
  readonly hasIntervals: boolean;
}

/** Of a metric that stands in the report and cannot be computed from counts. */
export interface ReportedMetric {
  readonly kind: "reported";
  readonly bounds: readonly ["limit"];
  /** Null where the report has none. */
  readonly find: (attribute: AttributeReport) => Pick<Disparity, "status" | "value" | "reason"> | null;
  /** What the report lacks where it has none, and how to have it. */
  readonly lack: string;
}

/** Of a figure of scores, which every group has. */
export interface ReportedGroupMetric {
  readonly kind: "reported groups";
  readonly bounds: readonly ["limit", "floor"];
  readonly find: (attribute: AttributeReport) => FigureByGroup | null;
  readonly lack: string;
}

/** The metric of an audit of a regression. */
export interface RegressionMetric {
  readonly kind: "regression";
  readonly bounds: readonly ["limit"];
}

export type ReportMetricDefinition = GapMetric | GroupMetric | ReportedMetric | ReportedGroupMetric | RegressionMetric;
