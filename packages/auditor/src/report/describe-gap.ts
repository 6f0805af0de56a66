import type { Disparity, GroupRate } from "@evenodds/core";

/**
 * Returns one plain sentence (two for a partial value) about an equalized odds difference: which rate, both groups with
 * rate and counts, and for which group the classifier does worse. Names are quoted as in JSON, so a name cannot break
 * the line.
 */
export function describeGap({ status, value, worst, reason }: Disparity): string {
  if (value === null || worst === null) return `The gap is undefined: ${reason ?? "there is nothing to compare"}.`;
  const bound = status === "partial" ? ` This is a lower bound: ${reason ?? "some cells were left out"}.` : "";
  const { label, prediction, highest, lowest } = worst;
  if (value === 0) return `All compared groups have equal rates.${bound}`;
  const right = label === prediction;
  const [worse, other] = right ? [lowest, highest] : [highest, lowest];
  const consequence = right
    ? `the classifier is right less often for group ${quote(worse.group)}`
    : `this error is made more often for group ${quote(worse.group)}`;
  const subject = label === null ? "Nodes" : `Nodes with label ${quote(label)}`;
  return (
    `${subject} are predicted ${quote(prediction)} at a rate of ${rate(worse)} and ${rate(other)}, ` +
    `a difference of ${value.toFixed(3)}: ${consequence}.${bound}`
  );
}

function rate({ group, k, n, rate }: GroupRate): string {
  return `${rate.toFixed(3)} (${formatRows(k)} of ${formatRows(n)}) in group ${quote(group)}`;
}

/** Returns a number of rows. Weighted ones are no whole numbers, and two decimals of them are enough to read. */
export function formatRows(rows: number): string {
  return Number.isInteger(rows) ? `${rows}` : rows.toFixed(2);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
