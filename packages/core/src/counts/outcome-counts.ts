import { InputError } from "../errors.js";

/** Why a row that was read is not among the counts. Every row is used or has exactly one of these reasons. */
export const exclusionReasons = [
  "unlabelled",
  "missing-attribute",
  "outside-split",
  "non-finite-prediction",
  // In a group of fewer rows than were asked for, which stayed where the rows are.
  "small-group",
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/**
 * How many rows have which (group, true label, prediction): all that any figure of an audit is computed from.
 * Counts are whole numbers unless rows carry weights.
 */
export interface OutcomeCounts {
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  /** `[G, C, C]`: group, label, prediction. */
  readonly counts: Float64Array;
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>;
}

/** So many counts take a gigabyte. */
const mostCounts = 2 ** 27;

/**
 * Returns all-zero counts for the given groups and classes. Throws {@link InputError} for more combinations of group,
 * label and prediction than memory has room for.
 */
export function emptyCounts(groups: readonly string[], classes: readonly string[]): OutcomeCounts {
  const cells = groups.length * classes.length ** 2;
  if (cells > mostCounts) {
    throw new InputError({
      argument: "counts",
      expected: `at most ${mostCounts} combinations of group, label and prediction`,
      found: `${cells} of ${groups.length} groups and ${classes.length} classes`,
      hint: "cross fewer attributes, or cut labels and attributes into fewer levels",
    });
  }
  return { groups, classes, counts: new Float64Array(cells), excluded: {} };
}

/**
 * Counts rows that are given as codes: `group`, `label` and `prediction` are `[N]`, −1 = missing. A row without label
 * is excluded as `unlabelled`, else without group as `missing-attribute`, else without prediction as
 * `non-finite-prediction`. `include` (`[N]`, 0/1) leaves the rest out as `outside-split`, before any other reason.
 */
export function countOutcomes(rows: {
  readonly group: Int32Array;
  readonly label: Int32Array;
  readonly prediction: Int32Array;
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  readonly include?: Uint8Array | undefined;
}): OutcomeCounts {
  const { group, label, prediction, groups, classes, include } = rows;
  if (group.length !== label.length || prediction.length !== label.length) {
    throw new InputError({
      argument: "rows",
      expected: "as many groups and predictions as labels",
      found: `${group.length} groups, ${label.length} labels, ${prediction.length} predictions`,
    });
  }
  const result = emptyCounts(groups, classes);
  const excluded: Partial<Record<ExclusionReason, number>> = {};
  const exclude = (reason: ExclusionReason) => (excluded[reason] = (excluded[reason] ?? 0) + 1);
  const width = classes.length;
  for (let i = 0; i < label.length; i++) {
    if (include !== undefined && include[i] === 0) exclude("outside-split");
    else if (label[i]! < 0) exclude("unlabelled");
    else if (group[i]! < 0) exclude("missing-attribute");
    else if (prediction[i]! < 0) exclude("non-finite-prediction");
    else result.counts[(group[i]! * width + label[i]!) * width + prediction[i]!]!++;
  }
  return { ...result, excluded };
}

/** Number of rows with this group, label and prediction. */
export function countAt(outcomes: OutcomeCounts, group: number, label: number, prediction: number): number {
  const width = outcomes.classes.length;
  return outcomes.counts[(group * width + label) * width + prediction]!;
}

/** Number of rows with this group and label, whatever was predicted. */
export function cellSize(outcomes: OutcomeCounts, group: number, label: number): number {
  const width = outcomes.classes.length;
  const start = (group * width + label) * width;
  let sum = 0;
  for (let c = 0; c < width; c++) sum += outcomes.counts[start + c]!;
  return sum;
}

/** Returns {@link cellSize} of every cell, `[G, C]`: group, label. What needs many of them reads the counts once. */
export function cellSizes(outcomes: OutcomeCounts): Float64Array {
  const width = outcomes.classes.length;
  const sizes = new Float64Array(outcomes.groups.length * width);
  for (let g = 0, cell = 0; g < outcomes.groups.length; g++) {
    for (let y = 0; y < width; y++) sizes[cell++] = cellSize(outcomes, g, y);
  }
  return sizes;
}

/** Number of rows that are counted. */
export function usedRows(outcomes: OutcomeCounts): number {
  return outcomes.counts.reduce((sum, count) => sum + count, 0);
}

/** Number of rows that are excluded, for any reason. */
export function excludedRows(outcomes: Pick<OutcomeCounts, "excluded">): number {
  return Object.values(outcomes.excluded).reduce((sum, count) => sum + count, 0);
}

/**
 * Adds the counts of two shards. Associative and commutative. Groups and classes are matched by name: shards that list
 * the same names keep their order, others are merged into one list in text order.
 */
export function addCounts(a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts {
  const groups = mergeNames(a.groups, b.groups);
  const classes = mergeNames(a.classes, b.classes);
  const sum = emptyCounts(groups, classes);
  for (const part of [a, b]) {
    const groupAt = part.groups.map((name) => groups.indexOf(name));
    const classAt = part.classes.map((name) => classes.indexOf(name));
    for (let g = 0; g < groupAt.length; g++) {
      for (let y = 0; y < classAt.length; y++) {
        for (let p = 0; p < classAt.length; p++) {
          const at = (groupAt[g]! * classes.length + classAt[y]!) * classes.length + classAt[p]!;
          sum.counts[at]! += countAt(part, g, y, p);
        }
      }
    }
  }
  return { ...sum, excluded: addExcluded(a.excluded, b.excluded) };
}

/** Adds up excluded rows reason by reason; a reason without rows is left out. */
export function addExcluded(a: OutcomeCounts["excluded"], b: OutcomeCounts["excluded"]): OutcomeCounts["excluded"] {
  const excluded: Partial<Record<ExclusionReason, number>> = {};
  for (const reason of exclusionReasons) {
    const rows = (a[reason] ?? 0) + (b[reason] ?? 0);
    if (rows > 0) excluded[reason] = rows;
  }
  return excluded;
}

/** Returns the names of two shards as one list: as it is where both list the same, else all of them in text order. */
export function mergeNames(a: readonly string[], b: readonly string[]): readonly string[] {
  const same = a.length === b.length && a.every((name, i) => name === b[i]);
  return same ? a : [...new Set([...a, ...b])].sort();
}
