import { countOutcomes, type OutcomeCounts } from "@evenodds/core";
import fc from "fast-check";

/** One text per row, separated by commas: true labels, predictions and groups. */
export interface Rows {
  readonly y: string;
  readonly predicted: string;
  readonly s: string;
}

/** Counts rows that are written out as text; classes and groups are those that occur (and `groups`), in text order. */
export function outcomesOf(
  { y, predicted, s }: Rows,
  declared: { readonly groups?: readonly string[] } = {},
): OutcomeCounts {
  const [labels, predictions, groups] = [y.split(","), predicted.split(","), s.split(",")];
  const classes = [...new Set([...labels, ...predictions])].sort();
  const levels = [...new Set([...groups, ...(declared.groups ?? [])])].sort();
  const codes = (values: readonly string[], names: readonly string[]) =>
    Int32Array.from(values, (value) => names.indexOf(value));
  return countOutcomes({
    label: codes(labels, classes),
    prediction: codes(predictions, classes),
    group: codes(groups, levels),
    groups: levels,
    classes,
  });
}

/** Counts of one group with classes "0" and "1". */
export interface BinaryCells {
  readonly tn: number;
  readonly fp: number;
  readonly fn: number;
  readonly tp: number;
}

/** Returns the counts of a binary classifier, one entry per group. */
export function binaryOutcomes(groups: Readonly<Record<string, BinaryCells>>): OutcomeCounts {
  return {
    groups: Object.keys(groups),
    classes: ["0", "1"],
    counts: Float64Array.from(Object.values(groups).flatMap(({ tn, fp, fn, tp }) => [tn, fp, fn, tp])),
    excluded: {},
  };
}

/** Returns the same counts with groups and classes listed in another order. */
export function reordered(
  outcomes: OutcomeCounts,
  order: { readonly groups: readonly number[]; readonly classes: readonly number[] },
): OutcomeCounts {
  const width = outcomes.classes.length;
  const counts = order.groups.flatMap((g) =>
    order.classes.flatMap((y) => order.classes.map((p) => outcomes.counts[(g * width + y) * width + p]!)),
  );
  return {
    groups: order.groups.map((g) => outcomes.groups[g]!),
    classes: order.classes.map((c) => outcomes.classes[c]!),
    counts: Float64Array.from(counts),
    excluded: outcomes.excluded,
  };
}

/** Any small table of counts, empty and small cells included. */
export function anyOutcomes({ maxGroups = 4, maxClasses = 4, maxCount = 20 } = {}): fc.Arbitrary<OutcomeCounts> {
  return fc
    .record({ groups: fc.integer({ min: 1, max: maxGroups }), classes: fc.integer({ min: 2, max: maxClasses }) })
    .chain(({ groups, classes }) => {
      const length = groups * classes * classes;
      return fc.array(fc.nat(maxCount), { minLength: length, maxLength: length }).map((counts) => ({
        groups: Array.from({ length: groups }, (_, g) => `g${g}`),
        classes: Array.from({ length: classes }, (_, c) => `c${c}`),
        counts: Float64Array.from(counts),
        excluded: {},
      }));
    });
}
