import { cellStatus, maximum, minimum } from "@evenodds/core";
import { normalQuantile } from "../statistics/normal-quantile.js";
import { wilsonInterval } from "../statistics/wilson-interval.js";
import { formatBeside } from "../verdict/format-beside.js";
import type { Judgement, RuleKind } from "../verdict/verdict.js";
import type { Threshold } from "./check-report-gate.js";
import type { GroupValue } from "./report-metrics.js";

/** A judgement with what it was made of. */
export interface Judged extends Judgement {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** See `GateFinding`. */
  readonly detail?: string | null;
}

/**
 * Judges a figure that every group has for itself: `violated` where one group is on the wrong side of the threshold,
 * `pass` where none is and all have enough rows, else `inconclusive`. By the `evidence` rule a group is on a side where
 * its Wilson interval is, at level `1 − alpha/m` for m groups, so that all hold together (Bonferroni). `intervals` says
 * why there are none, where rows are weighted or clustered.
 */
export function judgeGroups(
  groups: readonly GroupValue[],
  of: Threshold & {
    readonly rule: RuleKind;
    readonly alpha: number;
    readonly minimumSupport: number;
    readonly withoutIntervals: string | null;
  },
): Judged {
  const { bound, threshold, rule, alpha, minimumSupport, withoutIntervals } = of;
  const known = groups.filter(({ n, value }) => value !== null && cellStatus(n, minimumSupport) === "ok");
  const left = groups.filter((group) => !known.includes(group));
  const sign = bound === "floor" ? 1 : -1;
  const isWorse = (a: number, b: number) => sign * (a - b) < 0;
  const worst = known.reduce<GroupValue | null>(
    (found, group) => (found === null || isWorse(group.value!, found.value!) ? group : found),
    null,
  );
  if (worst === null) {
    const reason = `no group has a value: ${leftText(left, minimumSupport)}`;
    return { verdict: "inconclusive", reason, value: null, lower: null, upper: null };
  }
  const value = worst.value!;
  const limit = `the ${bound} ${threshold}`;
  const without = left.length === 0 ? "" : `, but ${leftText(left, minimumSupport)}`;
  const below = bound === "floor" ? "below" : "above";
  if (rule === "point") {
    const found = { value, lower: null, upper: null };
    const text = `${formatBeside(value, threshold)}${fractionText(worst)}`;
    const name = groups.length === 1 ? text : `${JSON.stringify(worst.group)} has ${text}`;
    if (isWorse(value, threshold)) return { ...found, verdict: "violated", reason: `${name}, ${below} ${limit}` };
    const within = `${name}, within ${limit}`;
    return { ...found, verdict: left.length === 0 ? "pass" : "inconclusive", reason: within + without };
  }
  if (withoutIntervals !== null) {
    const reason = `there are no intervals: ${withoutIntervals}`;
    return { verdict: "inconclusive", reason, value, lower: null, upper: null };
  }
  const z = normalQuantile(1 - alpha / (2 * known.length));
  const intervals = known.map(({ group, fraction }) => ({ group, ...wilsonInterval(fraction!, z)! }));
  // Of the smallest rate for a floor, of the largest for a limit.
  const pick = bound === "floor" ? minimum : maximum;
  const [lower, upper] = [pick(intervals.map((one) => one.lower)), pick(intervals.map((one) => one.upper))];
  const found = { value, lower, upper };
  const [low, high] = [formatBeside(lower, threshold), formatBeside(upper, threshold)];
  const [far, near] = bound === "floor" ? [upper, lower] : [lower, upper];
  const extreme = bound === "floor" ? "lowest" : "highest";
  if (isWorse(far, threshold)) {
    const certain = intervals.find((one) => (bound === "floor" ? one.upper : one.lower) === far)!;
    const edge = bound === "floor" ? `at most ${high}` : `at least ${low}`;
    return { ...found, verdict: "violated", reason: `${JSON.stringify(certain.group)} has ${edge}, ${below} ${limit}` };
  }
  if (isWorse(near, threshold)) {
    const reason = `the ${extreme} value may lie anywhere from ${low} to ${high}, and ${limit} is among them`;
    return { ...found, verdict: "inconclusive", reason };
  }
  const within = `the ${extreme} value lies from ${low} to ${high}, within ${limit}`;
  return { ...found, verdict: left.length === 0 ? "pass" : "inconclusive", reason: within + without };
}

function fractionText({ fraction }: GroupValue): string {
  return fraction === null ? "" : ` (${fraction.k} of ${fraction.n})`;
}

function leftText(left: readonly GroupValue[], minimumSupport: number): string {
  const [first, ...others] = left;
  const rows = minimumSupport === 1 ? "a row" : `${minimumSupport} rows`;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const verb = others.length === 0 ? "does" : "do";
  return `${JSON.stringify(first!.group)}${more} ${verb} not have ${rows} to judge by`;
}
