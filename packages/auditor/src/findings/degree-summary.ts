import { compressRows } from "@evenodds/core";

/** Degrees of the audited nodes of one group; all null where it has none. */
export interface DegreeSummary {
  readonly group: string;
  readonly n: number;
  readonly mean: number | null;
  /** The lower of the two middle values for an even number. */
  readonly median: number | null;
  readonly maximum: number | null;
}

/**
 * Returns the summary of every group over its nodes in `include` (all where absent). `degree` and `group` are `[N]`, a
 * group is an index into `groups`, −1 = missing. Sorts once: O(N log N), however many groups there are.
 */
export function degreeSummaries(
  {
    degree,
    group,
    include,
  }: { readonly degree: Int32Array; readonly group: Int32Array; readonly include?: Uint8Array | undefined },
  groups: readonly string[],
): DegreeSummary[] {
  const belongs = (_: number, node: number) => group[node]! >= 0 && include?.[node] !== 0;
  const { pointer, column } = compressRows(group.filter(belongs), degree.filter(belongs), groups.length);
  return groups.map((name, g) => summary(name, column.subarray(pointer[g], pointer[g + 1]).sort()));
}

function summary(group: string, sorted: Int32Array): DegreeSummary {
  const n = sorted.length;
  if (n === 0) return { group, n, mean: null, median: null, maximum: null };
  const sum = sorted.reduce((total, d) => total + d, 0);
  return { group, n, mean: sum / n, median: sorted[Math.floor((n - 1) / 2)]!, maximum: sorted[n - 1]! };
}
