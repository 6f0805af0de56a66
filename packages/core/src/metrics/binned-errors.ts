import { InputError, UsageError } from "../errors.js";

/** A regression's rows, `[N]` each, and the names of the groups. */
export interface RegressionRows {
  /** Codes; −1 = missing. */
  readonly group: Int32Array;
  readonly label: Float64Array;
  readonly prediction: Float64Array;
  readonly groups: readonly string[];
}

/** How labels are put into bins: `bins` of about equal size (4 by default), or between `edges`. */
export interface LabelBins {
  readonly bins?: number | undefined;
  /** Ascending; they must hold every label. */
  readonly edges?: readonly number[] | undefined;
}

/** The errors of a regression by label bin and group: all that its gaps are computed from. */
export interface BinnedErrors {
  readonly groups: readonly string[];
  /** Bin b holds `edges[b] ≤ label < edges[b + 1]`, the last one also its upper edge. Empty without rows. */
  readonly edges: readonly number[];
  /** `[bins][groups]`: errors `prediction − label` in ascending order, whatever the order of the rows. */
  readonly errors: readonly (readonly Float64Array[])[];
  /** Rows without group, or with a label or prediction that is not finite. */
  readonly excluded: number;
}

/**
 * Sorts the errors `prediction − label` into label bins and groups. Bins are bounded by quantiles of the labels
 * (linearly interpolated between order statistics; fewer bins where labels repeat), or by `edges`. O(N log N).
 *
 * Throws {@link InputError} where lengths disagree, a label lies outside the edges or an error is too large for a
 * number, {@link UsageError} for a number of bins that is none and for edges that are not finite and ascending.
 */
export function binErrors(rows: RegressionRows, options: LabelBins = {}): BinnedErrors {
  const { group, label, prediction, groups } = rows;
  const { bins = 4, edges: given } = options;
  checkRows(rows);
  checkBins(bins, given);
  const used = Int32Array.from(group.keys()).filter(
    (i) => group[i]! >= 0 && Number.isFinite(label[i]) && Number.isFinite(prediction[i]),
  );
  const labels = Float64Array.from(used, (i) => label[i]!);
  const edges = given ?? quantileEdges(labels.sort(), bins);
  const width = groups.length;
  const cellOf = Int32Array.from(used, (i) => binOf(edges, label[i]!) * width + group[i]!);
  const sizes = new Int32Array(Math.max(0, edges.length - 1) * width);
  for (const cell of cellOf) sizes[cell]!++;
  const cells = Array.from(sizes, (size) => new Float64Array(size));
  used.forEach((i, at) => (cells[cellOf[at]!]![--sizes[cellOf[at]!]!] = prediction[i]! - label[i]!));
  for (const cell of cells) cell.sort();
  checkErrors(cells);
  const errors = Array.from({ length: Math.max(0, edges.length - 1) }, (_, bin) =>
    cells.slice(bin * width, (bin + 1) * width),
  );
  return { groups, edges, errors, excluded: label.length - used.length };
}

/** Returns a quantile of ascending values, linearly interpolated between them; null where there are none. */
export function quantileOf(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

function checkRows({ group, label, prediction }: RegressionRows): void {
  if (group.length === label.length && prediction.length === label.length) return;
  throw new InputError({
    argument: "rows",
    expected: "as many groups and predictions as labels",
    found: `${label.length} labels, ${group.length} groups, ${prediction.length} predictions`,
  });
}

function checkBins(bins: number, edges: readonly number[] | undefined): void {
  if (!Number.isSafeInteger(bins) || bins < 1) {
    throw new UsageError({ argument: "bins", expected: "a whole number, 1 or more", found: `${bins}` });
  }
  if (edges === undefined) return;
  const ascending = edges.every((edge, i) => Number.isFinite(edge) && (i === 0 || edges[i - 1]! < edge));
  if (ascending && edges.length >= 2) return;
  throw new UsageError({
    argument: "edges",
    expected: "two or more finite ascending numbers",
    found: `[${edges.join(", ")}]`,
  });
}

/** Squares of larger errors, or sums of them, could leave the range of doubles. */
const largestError = 1e100;

function checkErrors(cells: readonly Float64Array[]): void {
  const extremes = cells.flatMap((cell) => (cell.length === 0 ? [] : [cell[0]!, cell.at(-1)!]));
  const beyond = extremes.find((error) => !(Math.abs(error) <= largestError));
  if (beyond === undefined) return;
  throw new InputError({
    argument: "errors",
    expected: `prediction − label between ${-largestError} and ${largestError}`,
    found: `${beyond}`,
  });
}

function quantileEdges(sorted: Float64Array, bins: number): number[] {
  if (sorted.length === 0) return [];
  const edges = Array.from({ length: bins + 1 }, (_, b) => quantileOf(sorted, b / bins)!);
  const distinct = edges.filter((edge, i) => i === 0 || edge > edges[i - 1]!);
  return distinct.length === 1 ? [distinct[0]!, distinct[0]!] : distinct;
}

function binOf(edges: readonly number[], label: number): number {
  const last = edges.length - 2;
  if (!(label >= edges[0]! && label <= edges[last + 1]!)) {
    throw new InputError({
      argument: "edges",
      expected: "bins that hold every label",
      found: `label ${label} outside ${edges[0]} to ${edges[last + 1]}`,
    });
  }
  let bin = 0;
  while (bin < last && label >= edges[bin + 1]!) bin++;
  return bin;
}
