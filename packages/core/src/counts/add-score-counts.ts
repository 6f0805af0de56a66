import { InputError } from "../errors.js";
import { mergeNames, addExcluded } from "./outcome-counts.js";
import type { ScoreCounts } from "./score-counts.js";

/**
 * Returns the counts of all rows of both: how shards of a table, counted apart, are put together. Groups that occur in
 * one alone are kept; scores are the union. Commutative and associative but for the order of groups.
 *
 * Throws {@link InputError} where the classes differ, or where one is binned (has sums) and the other is not or has
 * other bins: what a bin holds cannot be moved to another.
 */
export function addScoreCounts(a: ScoreCounts, b: ScoreCounts): ScoreCounts {
  if (a.classes[0] !== b.classes[0] || a.classes[1] !== b.classes[1]) {
    throw new InputError({ argument: "classes", expected: a.classes.join(", "), found: b.classes.join(", ") });
  }
  const binned = a.sums !== undefined || b.sums !== undefined;
  if (binned && !(a.sums !== undefined && b.sums !== undefined && sameNumbers(a.scores, b.scores))) {
    throw new InputError({
      argument: "scores",
      expected: "the same bins in both",
      found: `${a.scores.length} and ${b.scores.length} that differ`,
      hint: "count both with the same number of bins between the same ends",
    });
  }
  const groups = mergeNames(a.groups, b.groups);
  const scores = union(a.scores, b.scores);
  const gather = (pick: (part: ScoreCounts) => Float64Array) => {
    const sum = new Float64Array(groups.length * 2 * scores.length);
    for (const part of [a, b]) addInto(sum, pick(part), { part, groups, scores });
    return sum;
  };
  return {
    ...{ groups, classes: a.classes, scores },
    counts: gather(({ counts }) => counts),
    ...(binned ? { sums: gather(({ sums }) => sums!), squares: gather(({ squares }) => squares!) } : {}),
    excluded: addExcluded(a.excluded, b.excluded),
  };
}

function addInto(
  sum: Float64Array,
  values: Float64Array,
  { part, groups, scores }: { part: ScoreCounts; groups: readonly string[]; scores: Float64Array },
): void {
  const width = part.scores.length;
  let at = -1;
  // Both are in ascending order.
  const place = Int32Array.from(part.scores, (score) => (at = scores.indexOf(score, at + 1)));
  part.groups.forEach((name, g) => {
    const group = groups.indexOf(name);
    for (let label = 0; label < 2; label++) {
      for (let s = 0; s < width; s++) {
        sum[(group * 2 + label) * scores.length + place[s]!]! += values[(g * 2 + label) * width + s]!;
      }
    }
  });
}

/** All numbers of both, each once, in ascending order. */
function union(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both.sort().filter((value, i) => i === 0 || value !== both[i - 1]);
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
