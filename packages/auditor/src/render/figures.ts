import type { Disparity, SelectionRatio, WorstPair } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { partialReason } from "../report/describe-gap.js";
import { metrics, type Metric } from "../report/metrics.js";
import { countOf, formatCount, formatGap, formatInterval, formatLevel, formatRate, plainPValue } from "./numbers.js";
import { headings, intervalHeading } from "./sections/headings.js";

/** A named figure with what it means. Texts are raw: renderers escape them. */
export interface Figure {
  readonly term: string;
  readonly value: string;
  readonly note: string;
}

/** Returns the main number of an attribute with what it has to be compared with. */
export function gapFigures(attribute: AttributeReport, report: AuditReport): Figure[] {
  const { equalizedOdds, permutation, evidence, adjustedPValue, dependence } = attribute;
  const { alpha, maxGap } = report.settings;
  const several = report.attributes.length > 1 && adjustedPValue !== null;
  const adjusted = several
    ? `; adjusted for ${formatCount(report.attributes.length)} attributes (Holm): ${plainPValue(adjustedPValue)}`
    : "";
  const dependenceAdjusted =
    report.attributes.length > 1 && dependence.adjustedPValue !== null
      ? ` Adjusted (Holm): ${plainPValue(dependence.adjustedPValue)}`
      : "";
  const { pValue, floor, reason } = permutation;
  const interval =
    evidence.lower === null || evidence.upper === null ? null : { lower: evidence.lower, upper: evidence.upper };
  return [
    {
      term: headings.equalizedOdds,
      value: formatGap(equalizedOdds.value, maxGap),
      note:
        equalizedOdds.status === "partial"
          ? `a lower bound: ${partialReason(equalizedOdds)}`
          : (equalizedOdds.reason ??
            "largest difference of a prediction rate between two groups with the same true label"),
    },
    {
      term: headings.noiseFloor,
      value: formatRate(floor),
      note: floor === null ? (reason ?? "") : "gap to expect by chance from a model that treats all groups alike",
    },
    {
      term: headings.pValue,
      value: plainPValue(pValue),
      note: pValue === null ? (reason ?? "") : permutationNote(permutation) + adjusted,
    },
    {
      term: headings.dependence,
      value: plainPValue(dependence.pValue),
      note:
        dependence.pValue === null
          ? (dependence.reason ?? "")
          : `p-value: do predictions depend on the group at all, given the true label?${dependenceAdjusted}`,
    },
    {
      term: intervalHeading(formatLevel(alpha)),
      value: interval === null ? "undefined" : formatInterval(interval),
      note:
        interval === null
          ? (evidence.reason ?? "")
          : `simultaneous over ${countOf(evidence.comparisons, "comparison")}`,
    },
  ];
}

function permutationNote({ tables, draws }: AttributeReport["permutation"]): string {
  return tables === null
    ? `permutation test with ${formatCount(draws)} draws`
    : `exact permutation test: all ${formatCount(tables)} tables`;
}

/** Returns how good the predictions are, groups aside. */
export function performanceFigures({ performance }: AttributeReport): Figure[] {
  const { accuracy, balancedAccuracy, f1 } = performance;
  return [
    { term: headings.accuracy, value: formatRate(accuracy), note: "share of right predictions" },
    { term: headings.balancedAccuracy, value: formatRate(balancedAccuracy), note: "mean recall of the classes" },
    { term: headings.f1Macro, value: formatRate(f1.macro), note: "mean over the classes" },
    {
      term: headings.f1Weighted,
      value: formatRate(f1.weighted),
      note: "mean over the classes, weighted by their rows",
    },
  ];
}

/** Returns every other disparity of an attribute. */
export function otherFigures(attribute: AttributeReport, report: AuditReport): Figure[] {
  return metrics.flatMap((metric) => metricFigures[metric](attribute, report));
}

const metricFigures: Readonly<Record<Metric, (attribute: AttributeReport, report: AuditReport) => Figure[]>> = {
  equalOpportunity: ({ equalOpportunity }) =>
    equalOpportunity.map((one) => disparityFigure(`Equal opportunity difference of ${one.class}`, one)),
  diagonalRecallGap: ({ diagonalRecallGap }) => [
    disparityFigure("Diagonal recall gap (ΔEO of Singer and Radinsky)", diagonalRecallGap),
  ],
  demographicParityDifference: ({ demographicParityDifference }) => [
    disparityFigure(`${headings.demographicParity} (ΔSP)`, demographicParityDifference),
  ],
  demographicParityRatio: ({ demographicParityRatio }, { positiveClass }) => [
    ratioFigure(demographicParityRatio, positiveClass),
  ],
  equalizedOddsRatio: ({ equalizedOddsRatio }) => [
    disparityFigure("Equalized odds ratio (1 = equal)", equalizedOddsRatio),
  ],
  equalizedOddsMeanDifference: ({ equalizedOddsMeanDifference }) => [
    disparityFigure("Mean over labels of the largest gap", equalizedOddsMeanDifference),
  ],
  oneVsRest: ({ oneVsRest }) =>
    oneVsRest.flatMap((one) => [
      disparityFigure(`TPR gap of ${one.class} against the rest`, one.truePositiveRate),
      disparityFigure(`FPR gap of ${one.class} against the rest`, one.falsePositiveRate),
    ]),
  // For two classes the negative predictive value is the other class's positive one.
  predictiveParity: ({ predictiveParity }, { classes }) =>
    predictiveParity.flatMap((one) => [
      disparityFigure(`Predictive parity: PPV gap of ${one.class}`, one.positivePredictiveValue),
      ...(classes.length === 2
        ? []
        : [disparityFigure(`Predictive parity: NPV gap of ${one.class}`, one.negativePredictiveValue)]),
    ]),
  accuracyDifference: ({ accuracyDifference }) => [disparityFigure("Accuracy difference", accuracyDifference)],
};

function disparityFigure(term: string, { value, worst, reason }: Disparity): Figure {
  const notes = [worst === null ? null : describePair(worst), reason].filter((text) => text !== null);
  return { term, value: formatRate(value), note: notes.join("; ") };
}

function ratioFigure(ratio: SelectionRatio, positiveClass: string | null): Figure {
  const { value, worst, reason, fourFifths } = ratio;
  const unnamed =
    positiveClass === null ? ", though it means something only for a favourable class, and none was named" : "";
  const rule =
    fourFifths === null
      ? "whether the four-fifths rule holds cannot be said"
      : fourFifths
        ? "the lowest rate is at least four fifths of the highest (four-fifths rule)"
        : "the lowest rate is below four fifths of the highest (four-fifths rule)";
  const pair = worst === null ? null : `predicted ${worst.prediction}: ${describePair(worst)}`;
  const note = [pair, value === null ? null : rule + unnamed, reason].filter((text) => text !== null).join("; ");
  return { term: `${headings.demographicParityRatio} (disparate impact, 1 = equal)`, value: formatRate(value), note };
}

/** Returns `female 0.625 (75/120), male 0.800 (96/120)`, lowest first. */
export function describePair({ lowest, highest }: WorstPair): string {
  return [lowest, highest]
    .map(({ group, k, n, rate }) => `${group} ${formatRate(rate)} (${formatCount(k)}/${formatCount(n)})`)
    .join(", ");
}
