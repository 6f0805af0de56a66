import { exclusionReasons, type ExclusionReason } from "@evenodds/core";
import type { MonitoredAttribute, MonitoredBatch, MonitorReport } from "../../report/monitor-report.js";
import type { CellState, MonitorLook } from "../../statistics/sequential/monitor-gaps.js";
import { exclusions } from "../row-text.js";
import { formatCount, formatGap, formatInterval, formatLevel, formatRate } from "../numbers.js";

/** Returns what the verdict of a monitor means. */
export function monitorVerdictSentence({ verdict, settings, attributes }: MonitorReport): string {
  const { maxGap, referenceRows } = settings;
  const gap = referenceRows === null ? "gap" : "change";
  if (verdict === "violated") {
    const names = attributes.filter((one) => one.verdict === "violated").map(({ name }) => name);
    return `a ${gap} of ${names.join(", ")} is larger than ${maxGap}`;
  }
  if (verdict === "pass") return `no ${gap} is larger than ${maxGap}`;
  return attributes.length === 0
    ? "there are no rows with labels yet"
    : `it is not decided yet whether a ${gap} is larger than ${maxGap}`;
}

/** Returns what is known of an attribute, a sentence each. */
export function attributeSentences(attribute: MonitoredAttribute, report: MonitorReport): string[] {
  const { monitoring, batches } = attribute;
  const { looks, threshold, alpha, worst, strongest, emptyCells } = monitoring;
  const { maxGap, referenceRows } = report.settings;
  const look = looks.at(-1);
  if (look === undefined) return [];
  const isReference = referenceRows !== null;
  const measured =
    look.gap === null
      ? "No cell has rows enough to measure a gap."
      : `Largest measured ${isReference ? "change" : "gap"} ${formatGap(look.gap, maxGap)}. Interval of one that stays as it is: ${formatInterval(look.interval)} (${formatLevel(alpha)}, after every batch).`;
  const since = firstViolation(attribute);
  const decided =
    since === null
      ? `Evidence of one above ${maxGap}: e-value ${formatEValue(look.eValue)}, and ${formatEValue(threshold)} decides.`
      : `Above ${maxGap} since batch ${report.batches[batches[since]!]!.name}: the e-value reached ${formatEValue(looks[since]!.eValue)}, and ${formatEValue(threshold)} decides. It is ${formatEValue(look.eValue)} now.`;
  const within = `Decided not to be above ${maxGap}: ${formatCount(look.cellsWithin)} of ${formatCount(look.cells)} comparisons${emptyCells === 0 ? "" : `; ${formatCount(emptyCells)} lack rows of a group`}.`;
  const isOther = strongest !== null && (worst === null || cellText(strongest) !== cellText(worst));
  return [
    measured,
    ...(hasChanged(look) ? ["The measured one is outside the interval: it does not stay as it is."] : []),
    ...(worst === null ? [] : [`Widest: ${cellText(worst)}.`]),
    decided,
    ...(attribute.verdict === "violated" && isOther ? [`Most evidence: ${cellText(strongest)}.`] : []),
    within,
  ];
}

/** Whether no gap that stays as it is fits all batches, or the measured one is none that does. */
function hasChanged({ gap, interval: { lower, upper } }: MonitorLook): boolean {
  return lower > upper || (gap !== null && (gap < lower || gap > upper));
}

/** Returns the look at which an attribute was first violated, null where it never was. */
export function firstViolation({ monitoring }: MonitoredAttribute): number | null {
  const found = monitoring.looks.findIndex(({ verdict }) => verdict === "violated");
  return found < 0 ? null : found;
}

/** `of label 1, predicted 1: F 0.500 (10/20), M 0.800 (16/20)` */
export function cellText({ label, prediction, lower, higher }: CellState): string {
  const sides = [higher, lower].map(({ group, kind, rate, k, n }) => {
    const name = kind === "reference" ? `${group} in the reference period` : group;
    return `${name} ${formatRate(rate)} (${formatCount(k)}/${formatCount(n)})`;
  });
  return `of label ${label}, predicted ${prediction}: ${sides.join(", ")}`;
}

const nothing = Object.fromEntries(exclusionReasons.map((reason) => [reason, 0])) as Record<ExclusionReason, number>;

/** Returns the account of the rows of a batch: `batch 3: 200 rows read = 190 used + 10 unlabelled`. */
export function batchSentence(batch: MonitoredBatch): string {
  const { name, read, used, excluded, predicted, unmatchedLabels, blankLabels, waiting } = batch;
  const left = exclusions({ read, used, excluded: { ...nothing, ...excluded } }).map(
    ({ why, rows }) => ` + ${formatCount(rows)} ${why}`,
  );
  const labels = [
    ...(predicted === 0 ? [] : [`new predictions without a label: ${formatCount(predicted)}`]),
    ...(unmatchedLabels === 0 ? [] : [`labels of unknown ids: ${formatCount(unmatchedLabels)}`]),
    ...(blankLabels === 0 ? [] : [`blank labels: ${formatCount(blankLabels)}`]),
    ...(waiting === 0 ? [] : [`predictions that wait for their labels: ${formatCount(waiting)}`]),
  ];
  return `Batch ${name}: ${[`${formatCount(read)} rows read = ${formatCount(used)} used${left.join("")}`, ...labels].join("; ")}.`;
}

/** Returns an e-value with three digits, and whole numbers of more without any after the point. */
export function formatEValue(value: number): string {
  if (value >= 1e6 || (value > 0 && value < 1e-3)) return value.toExponential(1);
  return value >= 100 ? formatCount(Math.floor(value)) : String(Number(value.toPrecision(3)));
}
