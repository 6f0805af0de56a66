import type { Disparity, GroupRate } from "@evenodds/core";
import type { AuditedUnit } from "./audited-unit.js";
import { quote } from "./quote.js";

/**
 * Returns one plain sentence (two for a partial value) about an equalized odds difference: which rate, both groups with
 * rate and counts, and for which group the classifier does worse. Names are quoted as in JSON, so a name cannot break
 * the line. What was counted is called by its `unit`, rows by default; `weighted` says that counts are sums of weights.
 */
export function describeGap(
  { status, value, worst, reason }: Disparity,
  { unit = "row", weighted = false }: { readonly unit?: AuditedUnit; readonly weighted?: boolean } = {},
): string {
  if (value === null || worst === null) return `The gap is undefined: ${reason ?? "there is nothing to compare"}.`;
  const bound = status === "partial" ? ` This is a lower bound: ${partialReason({ reason })}.` : "";
  const { label, prediction, highest, lowest } = worst;
  if (value === 0) return `All compared groups have equal rates.${bound}`;
  const right = label === prediction;
  const [worse, other] = right ? [lowest, highest] : [highest, lowest];
  const consequence = right
    ? `the classifier is right less often for group ${quote(worse.group)}`
    : `this error is made more often for group ${quote(worse.group)}`;
  const all = unit === "node" ? "Nodes" : "Rows";
  const subject = label === null ? all : `${all} with label ${quote(label)}`;
  const rate = ({ group, k, n, rate }: GroupRate) =>
    `${rate.toFixed(3)} (${formatSize(k)} of ${formatSize(n)}${weighted ? " by weight" : ""}) in group ${quote(group)}`;
  return (
    `${subject} are predicted ${quote(prediction)} at a rate of ${rate(worse)} and ${rate(other)}, ` +
    `a difference of ${value.toFixed(3)}: ${consequence}.${bound}`
  );
}

/** Returns why a gap is partial, in few words: which cells were left out stands elsewhere. */
export function partialReason({ reason }: Pick<Disparity, "reason">): string {
  if (reason === null || /^\d+ of \d+ cells /.test(reason)) return "cells with too few rows were left out";
  return reason;
}

/** Returns a number of rows, or a sum of weights, of which two decimals are enough to read. */
export function formatSize(size: number): string {
  return Number.isInteger(size) ? `${size}` : size.toFixed(2);
}
