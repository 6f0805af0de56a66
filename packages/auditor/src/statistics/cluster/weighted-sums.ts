/** Vectors of clusters, without zeros: cluster k has the entries from `starts[k]` up to `starts[k + 1]`. */
export interface ClusterVectors {
  readonly starts: Int32Array;
  /** `[M]`, from 0 to `width` − 1. */
  readonly at: Int32Array;
  readonly values: Float64Array;
  readonly width: number;
}

/**
 * Returns a function that writes Σ f_k x_k, the sum of the clusters' vectors x_k with these factors (`[K]`), into
 * `[width]`. Only the listed clusters take part. Entries are sorted by their sums beforehand, so that a sum is made at
 * one go instead of with an access to memory for each entry.
 */
export function weightedSums(
  { starts, at, values, width }: ClusterVectors,
  clusters: Int32Array,
): (sums: Float64Array, factors: Float64Array) => void {
  const ends = new Int32Array(width + 1);
  for (const k of clusters) for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) ends[at[entry]! + 1]!++;
  for (let place = 0; place < width; place++) ends[place + 1]! += ends[place]!;
  const owners = new Int32Array(ends[width]!);
  const amounts = new Float64Array(ends[width]!);
  // Moves the ends from where each sum begins to where it ends.
  for (const k of clusters) {
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      const sorted = ends[at[entry]!]!++;
      owners[sorted] = k;
      amounts[sorted] = values[entry]!;
    }
  }
  return (sums, factors) => {
    for (let place = 0, i = 0; place < width; place++) {
      let sum = 0;
      for (const end = ends[place]!; i < end; i++) sum += factors[owners[i]!]! * amounts[i]!;
      sums[place] = sum;
    }
  };
}
