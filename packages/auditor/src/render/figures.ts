import type { Disparity, WorstPair } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { formatCount, formatGap, formatInterval, formatLevel, formatPValue, formatRate } from "./numbers.js";

/** A named figure with what it means. Texts are raw: renderers escape them. */
export interface Figure {
  readonly term: string;
  readonly value: string;
  readonly note: string;
}

/** Returns the main number of an attribute with what it has to be compared with. */
export function gapFigures({ equalizedOdds, permutation, evidence }: AttributeReport, report: AuditReport): Figure[] {
  const { alpha, maxGap } = report.settings;
  const { pValue, floor, reason } = permutation;
  const interval =
    evidence.lower === null || evidence.upper === null ? null : { lower: evidence.lower, upper: evidence.upper };
  return [
    {
      term: "Equalized odds difference",
      value: formatGap(equalizedOdds.value, maxGap),
      note:
        equalizedOdds.reason ?? "largest difference of a prediction rate between two groups with the same true label",
    },
    {
      term: "Noise floor",
      value: formatRate(floor),
      note: floor === null ? (reason ?? "") : "gap to expect by chance from a model that treats all groups alike",
    },
    {
      term: "p-value",
      value: pValue === null ? "undefined" : formatPValue(pValue).replace(/^= /, ""),
      note: pValue === null ? (reason ?? "") : permutationNote(permutation),
    },
    {
      term: `${formatLevel(alpha)} interval`,
      value: interval === null ? "undefined" : formatInterval(interval),
      note:
        interval === null
          ? (evidence.reason ?? "")
          : `simultaneous over ${formatCount(evidence.comparisons)} comparison${evidence.comparisons === 1 ? "" : "s"}`,
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
    { term: "Accuracy", value: formatRate(accuracy), note: "share of right predictions" },
    { term: "Balanced accuracy", value: formatRate(balancedAccuracy), note: "mean recall of the classes" },
    { term: "F1, macro", value: formatRate(f1.macro), note: "mean over the classes" },
    { term: "F1, weighted", value: formatRate(f1.weighted), note: "mean over the classes, weighted by their rows" },
  ];
}

/** Returns every other disparity of an attribute. */
export function otherFigures(attribute: AttributeReport): Figure[] {
  const figure = (term: string, disparity: Disparity): Figure => ({
    term,
    value: formatRate(disparity.value),
    note: [disparity.worst === null ? null : describePair(disparity.worst), disparity.reason]
      .filter((text) => text !== null)
      .join("; "),
  });
  return [
    ...attribute.equalOpportunity.map((one) => figure(`Equal opportunity difference of ${one.class}`, one)),
    figure("Diagonal recall gap (ΔEO of Singer and Radinsky)", attribute.diagonalRecallGap),
    figure("Demographic parity difference (ΔSP)", attribute.demographicParityDifference),
    figure("Equalized odds ratio (1 = equal)", attribute.equalizedOddsRatio),
    figure("Mean over labels of the largest gap", attribute.equalizedOddsMeanDifference),
    ...attribute.oneVsRest.flatMap((one) => [
      figure(`TPR gap of ${one.class} against the rest`, one.truePositiveRate),
      figure(`FPR gap of ${one.class} against the rest`, one.falsePositiveRate),
    ]),
  ];
}

/** Returns `female 0.625 (75/120), male 0.800 (96/120)`, lowest first. */
function describePair({ lowest, highest }: WorstPair): string {
  return [lowest, highest]
    .map(({ group, k, n, rate }) => `${group} ${formatRate(rate)} (${formatCount(k)}/${formatCount(n)})`)
    .join(", ");
}
