import type { ErrorGapReport, LabelBinReport, RegressionReport } from "../report/regression-report.js";
import { formatCount, withSign } from "./numbers.js";

/** Returns what the report is about: `p.csv by sex and age`. */
export function regressionSubject({ data, attributes }: RegressionReport): string {
  const by = attributes.map(({ name }) => name).join(", ");
  return data === null ? `by ${by}` : `${data.name} by ${by}`;
}

/** Returns an amount in the unit of the label: four digits, and all before the point. */
export function formatAmount(value: number): string {
  const before = value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value))) + 1;
  return String(Number(value.toPrecision(Math.min(15, Math.max(4, before)))));
}

/** Returns an error with its sign, `+1.5` or `−0.25`; `undefined` for null. */
export function formatError(value: number | null): string {
  if (value === null) return "undefined";
  return withSign(formatAmount(Math.abs(value)), value);
}

/** Returns the labels of a bin: `0 to 10`. */
export function binText({ lower, upper }: LabelBinReport): string {
  return lower === upper ? formatAmount(lower) : `${formatAmount(lower)} to ${formatAmount(upper)}`;
}

/** Returns a gap as a sentence with both mean errors and their counts. */
export function gapSentence(gap: ErrorGapReport, bins: readonly LabelBinReport[]): string {
  const { value, bin, highest, lowest, reason } = gap;
  const at = bin === null ? undefined : bins[bin];
  const cell = (group: string | null) => at?.cells.find((one) => one.group === group);
  const [high, low] = [cell(highest), cell(lowest)];
  if (value === null || at === undefined || high === undefined || low === undefined) {
    return `The gap in mean error is undefined: ${reason ?? "nothing can be compared"}.`;
  }
  const side = ({ group, n, meanError }: typeof high) =>
    `${formatError(meanError)} in group ${group} (n = ${formatCount(n)})`;
  const partial = gap.status === "partial" ? ` At least: ${reason ?? "some cells were left out"}.` : "";
  return `Among labels from ${binText(at)}, the mean error is ${side(high)} and ${side(low)}: a gap of ${formatAmount(value)}.${partial}`;
}
