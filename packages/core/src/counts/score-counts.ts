import { InputError } from "../errors.js";
import type { ExclusionReason, OutcomeCounts } from "./outcome-counts.js";

/**
 * How many rows have which (group, label, score): all that a figure about scores or thresholds is computed from. Two
 * classes; a score says how sure the classifier is of the second one.
 */
export interface ScoreCounts {
  readonly groups: readonly string[];
  /** The negative class, then the positive class. */
  readonly classes: readonly [string, string];
  /** `[S]`: the distinct finite scores in ascending order. */
  readonly scores: Float64Array;
  /** `[G, 2, S]`: group, label (0 negative, 1 positive), score. Whole numbers unless rows carry weights. */
  readonly counts: Float64Array;
  /**
   * `[G, 2, S]`, where `scores` are the middles of bins: Σ s and Σ s² of the scores s themselves (Σ w s and Σ w s² with
   * weights), so that Brier score and calibration stay exact. Left out where `scores` are the scores that occur.
   */
  readonly sums?: Float64Array | undefined;
  readonly squares?: Float64Array | undefined;
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>;
}

/** Returns the number of rows with this group, label (0 or 1) and score, all as indices. */
export function scoreCountAt(
  { scores, counts }: ScoreCounts,
  group: number,
  at: { label: 0 | 1; score: number },
): number {
  return counts[(group * 2 + at.label) * scores.length + at.score]!;
}

/** Returns the counts of one group and label over the scores, `[S]`, without copying. */
export function scoreRow({ scores, counts }: ScoreCounts, group: number, label: 0 | 1): Float64Array {
  const start = (group * 2 + label) * scores.length;
  return counts.subarray(start, start + scores.length);
}

/**
 * Counts rows by score. `group` and `label` are `[N]` codes, −1 = missing, labels 0 and 1; `score` is `[N]`. A row is
 * excluded as `unlabelled`, else as `missing-attribute`, else (NaN or infinite score) as `non-finite-prediction`.
 * Throws {@link InputError} where the lengths disagree or a label is neither 0, 1 nor −1.
 */
export function countScores(rows: {
  readonly group: Int32Array;
  readonly label: Int32Array;
  readonly score: Float64Array | Float32Array;
  readonly groups: readonly string[];
  readonly classes: readonly [string, string];
}): ScoreCounts {
  const { group, label, score, groups, classes } = rows;
  if (group.length !== label.length || score.length !== label.length) {
    throw new InputError({
      argument: "rows",
      expected: "as many groups and scores as labels",
      found: `${label.length} labels, ${group.length} groups, ${score.length} scores`,
    });
  }
  const strange = label.find((code) => code > 1);
  if (strange !== undefined) throw new InputError({ argument: "label", expected: "0, 1 or −1", found: `${strange}` });
  const excluded: Partial<Record<ExclusionReason, number>> = {};
  const reasonOf = (i: number): ExclusionReason | null => {
    if (label[i]! < 0) return "unlabelled";
    if (group[i]! < 0) return "missing-attribute";
    return Number.isFinite(score[i]!) ? null : "non-finite-prediction";
  };
  const used: number[] = [];
  for (let i = 0; i < label.length; i++) {
    const reason = reasonOf(i);
    if (reason === null) used.push(i);
    else excluded[reason] = (excluded[reason] ?? 0) + 1;
  }
  // −0 and 0 are one score.
  const sorted = Float64Array.from(used, (i) => score[i]! + 0).sort();
  const scores = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const counts = new Float64Array(groups.length * 2 * scores.length);
  for (const i of used) counts[(group[i]! * 2 + label[i]!) * scores.length + indexOf(scores, score[i]!)]!++;
  return { groups, classes, scores, counts, excluded };
}

/** Number of leading scores below `value`: its index where it is one of them. */
function indexOf(scores: Float64Array, value: number): number {
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (scores[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the outcome counts of predicting the positive class where `score ≥ threshold`. */
export function outcomesAtThreshold(counted: ScoreCounts, threshold: number): OutcomeCounts {
  const { groups, classes, scores, excluded } = counted;
  const first = indexOf(scores, threshold);
  const counts = groups.flatMap((_, group) =>
    ([0, 1] as const).flatMap((label) => {
      const row = scoreRow(counted, group, label);
      const sum = (part: Float64Array) => part.reduce((total, count) => total + count, 0);
      return [sum(row.subarray(0, first)), sum(row.subarray(first))];
    }),
  );
  return { groups, classes, counts: Float64Array.from(counts), excluded };
}

/**
 * Checks that score counts can be computed with: distinct groups, two different classes, finite scores in strictly
 * ascending order, `[G, 2, S]` counts that are finite and not negative, and moments of that shape where there are any.
 * Throws {@link InputError} naming what is wrong.
 */
export function checkScoreCounts({ groups, classes, scores, counts, sums, squares }: ScoreCounts): void {
  const complain = (argument: string, expected: string, found: string) => {
    throw new InputError({ argument, expected, found });
  };
  if (new Set(groups).size !== groups.length) complain("groups", "distinct names", groups.join(", "));
  if (classes.length !== 2 || classes[0] === classes[1]) complain("classes", "two different names", classes.join(", "));
  scores.forEach((score, i) => {
    if (!Number.isFinite(score)) complain("scores", "finite numbers", `${score}`);
    if (i > 0 && score <= scores[i - 1]!)
      complain("scores", "strictly ascending order", `${score} after ${scores[i - 1]}`);
  });
  const expected = groups.length * 2 * scores.length;
  if (counts.length !== expected) complain("counts", `${expected} counts`, `${counts.length}`);
  for (const [argument, moments] of [
    ["sums", sums],
    ["squares", squares],
  ] as const) {
    if (moments === undefined) continue;
    if (moments.length !== expected) complain(argument, `${expected} of them`, `${moments.length}`);
    if (!moments.every(Number.isFinite)) complain(argument, "finite numbers", "others");
  }
  const wrong = counts.find((count) => !(Number.isFinite(count) && count >= 0));
  if (wrong !== undefined) complain("counts", "finite numbers of rows, 0 or more", `${wrong}`);
}
