import type { OutcomeCounts, Random } from "@evenodds/core";
import { drawMultivariateHypergeometric } from "../draw-hypergeometric.js";
import { drawSteps, type Steps } from "../steps.js";
import { comparedGroups, gapOfCounts, reaches } from "./gap-of-counts.js";
import type { ChangeTest } from "./swap-test-steps.js";

/** What {@link dealTestSteps} takes besides the counts. */
export interface DealTestOptions {
  readonly random: Random;
  readonly draws: number;
  readonly minimumSupport: number;
  /** Whose predictions they are, in words for who watches. */
  readonly name?: string | undefined;
}

/**
 * Tests "A and B are the same classifier" where each has rows of its own: in every cell of group and label the
 * predictions of both are put together and dealt anew, and `pValue = (1 + #{|Δ*| ≥ |Δ|}) / (draws + 1)` with Δ the
 * change of the equalized odds difference. Groups and classes of both have to be the same. No comparison, and no draws,
 * give nulls and a reason.
 */
export function* dealTestSteps(
  { a, b }: { readonly a: OutcomeCounts; readonly b: OutcomeCounts },
  options: DealTestOptions,
): Steps<ChangeTest> {
  const { random, draws, minimumSupport, name = "the groups" } = options;
  const compared = comparedGroups({ a, b }, minimumSupport);
  if (compared.length === 0) return { draws: 0, pValue: null, reason: "no two groups have enough rows to be compared" };
  if (draws === 0) return { draws: 0, pValue: null, reason: "the test was switched off" };
  const width = a.classes.length;
  const [gapOfA, gapOfB] = [gapOfCounts(a, compared), gapOfCounts(b, compared)];
  const observed = gapOfB(b.counts) - gapOfA(a.counts);
  const both = a.counts.map((count, at) => count + b.counts[at]!);
  const [first, second] = [new Float64Array(both.length), new Float64Array(both.length)];
  const cells = compared.flatMap(({ label, groups }) =>
    Array.from(groups, (g) => (g * a.classes.length + label) * width),
  );
  const sizes = cells.map((at) => a.counts.subarray(at, at + width).reduce((sum, count) => sum + count, 0));
  const left = new Float64Array(width);
  let reached = 1;
  yield* drawSteps(`deals of ${name}`, { draws, cells: cells.length * width }, () => {
    cells.forEach((at, i) => {
      left.set(both.subarray(at, at + width));
      drawMultivariateHypergeometric(random, { left, sample: sizes[i]!, into: first, offset: at });
      for (let c = at; c < at + width; c++) second[c] = both[c]! - first[c]!;
    });
    if (reaches(gapOfB(second) - gapOfA(first), observed)) reached++;
  });
  return { draws, pValue: reached / (draws + 1), reason: null };
}
