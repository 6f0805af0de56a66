/** A lower triangular matrix, `[width, width]` row-major. */
export interface LowerFactor {
  readonly lower: Float64Array;
  /** The columns that are not zero, ascending. */
  readonly columns: readonly number[];
}

/** A pivot below this share of its variance is rounding: the row depends on those before it. */
const negligible = 1e-10;

/**
 * Returns L with L Lᵀ = `matrix` (`[width, width]`, symmetric, positive semidefinite). A row that depends on those
 * before it gets no column of its own, so singular matrices are welcome.
 */
export function choleskyFactor(matrix: Float64Array, width: number): LowerFactor {
  const lower = new Float64Array(width * width);
  const columns: number[] = [];
  for (let j = 0; j < width; j++) {
    const dot = (i: number) => {
      let sum = 0;
      for (const k of columns) sum += lower[i * width + k]! * lower[j * width + k]!;
      return sum;
    };
    const variance = matrix[j * width + j]!;
    const pivot = variance - dot(j);
    if (!(pivot > negligible * variance)) continue;
    const root = Math.sqrt(pivot);
    for (let i = j; i < width; i++) lower[i * width + j] = (matrix[i * width + j]! - dot(i)) / root;
    columns.push(j);
  }
  return { lower, columns };
}
