import { cellSize, countAt, InputError, rateOf } from "@evenodds/core";
import type { AuditReport } from "../report/audit-report.js";
import type { RightRate } from "../report/comparison-report.js";
import { holmAdjusted } from "../statistics/holm-adjusted.js";
import { defaultAlpha } from "../statistics/defaults.js";
import { gapChange } from "../statistics/paired/gap-change.js";
import { largestLossPValue } from "../statistics/paired/mcnemar-test.js";
import { checkAlpha } from "../statistics/simultaneous-intervals.js";
import type { Verdict } from "../verdict/verdict.js";
import { worstVerdict } from "../verdict/worst-verdict.js";
import { baselineCounts, baselineOf, type Baseline } from "./baseline.js";

/** Whether a model is worse than the baseline by more than the uncertainty of both. */
export interface BaselineJudgement {
  readonly schemaVersion: 1;
  readonly kind: "baseline-judgement";
  /** Error probability of the whole judgement, half of it for gaps and half for groups. */
  readonly alpha: number;
  /** `violated` where something is worse; `inconclusive` where a gap cannot be compared; else `pass`. */
  readonly verdict: Verdict;
  readonly attributes: readonly HeldAttribute[];
}

export interface HeldAttribute {
  readonly name: string;
  readonly gap: {
    readonly baseline: number | null;
    readonly now: number | null;
    readonly change: number | null;
    /** The gap has grown by at least this; above 0 it is worse. */
    readonly lower: number | null;
    readonly verdict: Verdict;
    readonly reason: string | null;
  };
  /** By label and group, ordered by label, then group. */
  readonly cells: readonly HeldCell[];
}

export interface HeldCell {
  readonly group: string;
  readonly label: string;
  readonly baseline: RightRate;
  readonly now: RightRate;
  /** "Right at least as often as in the baseline": the largest that the exact one-sided McNemar test can give. */
  readonly pValue: number;
  /** The same, adjusted for all cells of all attributes (Holm). */
  readonly adjustedPValue: number;
  readonly verdict: Extract<Verdict, "pass" | "violated">;
}

/**
 * Holds the report of an audit against a baseline. A gap is worse where the interval of its change, at level 1 − alpha
 * for all attributes together, lies above 0; a group with one true label where it is right less often, by the exact
 * McNemar test at alpha / 2 for all of them together (Holm), so that a small slice can be worse while the gap is not.
 * A baseline knows the predictions of its model only as counts: interval and p-values are therefore the widest and the
 * largest that any two models with these counts can have, and a model that is no worse fails with probability alpha at
 * most, whatever the two have in common.
 *
 * Throws {@link InputError} where nodes, classes, groups, attributes or minimum support are not those of the baseline.
 */
export function judgeBaseline(
  baseline: Baseline,
  report: AuditReport,
  { alpha = defaultAlpha }: { readonly alpha?: number | undefined } = {},
): BaselineJudgement {
  checkAlpha(alpha);
  const now = baselineOf(report);
  checkComparable(baseline, now);
  const { minimumSupport } = baseline;
  const judged = baseline.attributes.map((attribute, i) => {
    const a = baselineCounts(baseline, attribute);
    const b = baselineCounts(now, now.attributes[i]!);
    const change = gapChange(
      { pairing: "margins", a, b },
      { alpha: alpha / baseline.attributes.length, minimumSupport },
    );
    const cells = a.classes.flatMap((label, y) =>
      a.groups.map((group, g) => {
        const right = (side: typeof a): RightRate => {
          const [k, n] = [countAt(side, g, y, y), cellSize(side, g, y)];
          return { right: k, n, rate: rateOf(k, n) };
        };
        const [before, after] = [right(a), right(b)];
        const pValue = largestLossPValue({ a: before.right, b: after.right, n: before.n });
        return { group, label, baseline: before, now: after, pValue };
      }),
    );
    return { name: attribute.name, change, cells };
  });
  const adjusted = holmAdjusted(judged.flatMap(({ cells }) => cells.map(({ pValue }) => pValue)));
  let next = 0;
  const attributes = judged.map(({ name, change, cells }): HeldAttribute => {
    const { a, b, value, lower, reason } = change;
    const verdict = lower === null ? "inconclusive" : lower > 0 ? "violated" : "pass";
    return {
      name,
      gap: { baseline: a, now: b, change: value, lower, verdict, reason },
      cells: cells.map((cell): HeldCell => {
        const adjustedPValue = adjusted[next++]!;
        const isWorse = cell.now.right < cell.baseline.right && adjustedPValue <= alpha / 2;
        return { ...cell, adjustedPValue, verdict: isWorse ? "violated" : "pass" };
      }),
    };
  });
  const verdicts = attributes.flatMap(({ gap, cells }) => [gap.verdict, ...cells.map(({ verdict }) => verdict)]);
  // There is an attribute in every audit, so there is a verdict.
  const verdict = worstVerdict(verdicts) as Verdict;
  return { schemaVersion: 1, kind: "baseline-judgement", alpha, verdict, attributes };
}

/**
 * Returns the baseline of a report where it is no looser than the one before: no gap larger, and no group with one true
 * label right less often, not even by chance, so that many small steps cannot lead away from it. Else returns what is
 * looser, in words. Throws what {@link judgeBaseline} throws.
 */
export function tightenedBaseline(
  baseline: Baseline,
  report: AuditReport,
):
  | { readonly baseline: Baseline; readonly looser: readonly [] }
  | { readonly baseline: null; readonly looser: readonly string[] } {
  const { attributes } = judgeBaseline(baseline, report);
  const looser = attributes.flatMap(({ name, gap, cells }) => [
    ...(gap.change !== null && gap.change > 0
      ? [
          `the gap of ${JSON.stringify(name)} is ${gap.now!.toFixed(4)}, and ${gap.baseline!.toFixed(4)} in the baseline`,
        ]
      : []),
    ...cells
      .filter((cell) => cell.now.right < cell.baseline.right)
      .map(({ group, label, baseline: before, now }) => {
        const of = `${JSON.stringify(name)} ${JSON.stringify(group)} with true label ${JSON.stringify(label)}`;
        return `${now.right} of ${now.n} are right in ${of}, and ${before.right} in the baseline`;
      }),
  ]);
  return looser.length === 0 ? { baseline: baselineOf(report), looser: [] } : { baseline: null, looser };
}

/** What a baseline that is of something else is told. */
const otherNodes = "audit the nodes of the baseline, or make a new one with ‘rebase’";

function checkComparable(baseline: Baseline, now: Baseline): void {
  const check = (what: string, before: unknown, after: unknown) => {
    const [expected, found] = [before, after].map((value) => JSON.stringify(value)) as [string, string];
    if (expected === found) return;
    throw new InputError({ argument: `${what} of the report`, expected, found, hint: otherNodes });
  };
  check("what was audited", baseline.nodes.of, now.nodes.of);
  check("files", baseline.nodes.files, now.nodes.files);
  check("split", baseline.nodes.split, now.nodes.split);
  check("selection", baseline.nodes.selection, now.nodes.selection);
  check("minimum support", baseline.minimumSupport, now.minimumSupport);
  check("classes", baseline.classes, now.classes);
  const names = ({ attributes }: Baseline) => attributes.map(({ name }) => name);
  check("attributes", names(baseline), names(now));
  baseline.attributes.forEach((attribute, i) => {
    const other = now.attributes[i]!;
    check(`groups of ${JSON.stringify(attribute.name)}`, attribute.groups, other.groups);
    const sizes = ({ counts }: typeof attribute) =>
      counts.map((labels) => labels.map((row) => row.reduce((sum, count) => sum + count, 0)));
    check(`rows by group and label of ${JSON.stringify(attribute.name)}`, sizes(attribute), sizes(other));
  });
}
