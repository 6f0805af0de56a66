import type { PairedCounts } from "@evenodds/core";
import fc from "fast-check";

/**
 * Returns the counts of two models on the same rows of two classes; of each group and label the rows that A and B
 * predict as `[0 and 0, 0 and 1, 1 and 0, 1 and 1]`.
 */
export function pairedOutcomes(
  groups: Readonly<Record<string, readonly [readonly number[], readonly number[]]>>,
): PairedCounts {
  return {
    groups: Object.keys(groups),
    classes: ["0", "1"],
    counts: Float64Array.from(Object.values(groups).flat(2)),
    excluded: {},
  };
}

/** Returns the same counts with A and B exchanged. */
export function exchanged({ groups, classes, counts, excluded }: PairedCounts): PairedCounts {
  const width = classes.length;
  const other = counts.map((_, at) => {
    const [cell, one, second] = [Math.floor(at / width ** 2), Math.floor(at / width) % width, at % width];
    return counts[(cell * width + second) * width + one]!;
  });
  return { groups, classes, counts: other, excluded };
}

/** Any small table of pairs, empty and small cells included. */
export function anyPairs({ maxGroups = 3, maxClasses = 3, maxCount = 12 } = {}): fc.Arbitrary<PairedCounts> {
  return fc
    .record({ groups: fc.integer({ min: 1, max: maxGroups }), classes: fc.integer({ min: 2, max: maxClasses }) })
    .chain(({ groups, classes }) => {
      const length = groups * classes ** 3;
      return fc.array(fc.nat(maxCount), { minLength: length, maxLength: length }).map((counts) => ({
        groups: Array.from({ length: groups }, (_, g) => `g${g}`),
        classes: Array.from({ length: classes }, (_, c) => `c${c}`),
        counts: Float64Array.from(counts),
        excluded: {},
      }));
    });
}
