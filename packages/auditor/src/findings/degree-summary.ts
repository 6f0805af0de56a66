/** Degrees of the audited nodes of one group; all null where it has none. */
export interface DegreeSummary {
  readonly group: string;
  readonly n: number;
  readonly mean: number | null;
  /** The lower of the two middle values for an even number. */
  readonly median: number | null;
  readonly maximum: number | null;
}

/** Returns the summary over the nodes that belong to a group; `degree` is `[N]`. */
export function degreeSummary(
  group: string,
  { degree, belongs }: { readonly degree: Int32Array; readonly belongs: (node: number) => boolean },
): DegreeSummary {
  const sorted = degree.filter((_, node) => belongs(node)).sort();
  const n = sorted.length;
  if (n === 0) return { group, n, mean: null, median: null, maximum: null };
  const sum = sorted.reduce((total, d) => total + d, 0);
  return { group, n, mean: sum / n, median: sorted[Math.floor((n - 1) / 2)]!, maximum: sorted[n - 1]! };
}
