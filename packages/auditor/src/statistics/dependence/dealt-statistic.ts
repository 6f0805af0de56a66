/** Statistics are compared to so many decimals: equal tables must not differ by the rounding of sums. */
const precision = 1e8;

/** A statistic of an observed table and of tables dealt anew. */
export interface DealtStatistic {
  readonly observed: number;
  /** Share of all tables, the observed one included, with a value of at least `value`; ties count. */
  readonly reach: (value: number) => number;
  /** {@link reach} of each table's own value, the observed one first. */
  readonly shares: () => Float64Array;
}

/** `values` holds the observed value first, then that of each deal. */
export function dealtStatistic(values: Float64Array): DealtStatistic {
  const sorted = values.map(rounded).sort();
  const reach = (value: number) => {
    const wanted = rounded(value);
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return (sorted.length - low) / sorted.length;
  };
  return { observed: values[0]!, reach, shares: () => values.map(reach) };
}

function rounded(value: number): number {
  return Math.round(value * precision) / precision;
}
