import type { NamedWeight } from "@evenodds/core";

/** A matrix in float64, row-major: `values[row * columns + column]`. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

/** Returns a matrix of zeros. */
export function zeros(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** Returns a matrix of the same size whose numbers are `change` of the old ones, by number and column. */
export function mapped({ rows, columns, values }: Matrix, change: (value: number, column: number) => number): Matrix {
  return { rows, columns, values: values.map((value, at) => change(value, at % columns)) };
}

/** `a + b` for matrices of one size. */
export function added(a: Matrix, b: Matrix): Matrix {
  return { ...a, values: a.values.map((value, at) => value + b.values[at]!) };
}

/** `x W [+ b]`, W `[columns, out]`, b `[out]`. */
export function affine(x: Matrix, weight: NamedWeight, bias?: NamedWeight): Matrix {
  const columns = weight.shape[1]!;
  const product = zeros(x.rows, columns);
  for (let row = 0; row < x.rows; row++) {
    const start = row * columns;
    for (let j = 0; bias !== undefined && j < columns; j++) product.values[start + j] = bias.values[j]!;
    for (let k = 0; k < x.columns; k++) {
      const factor = x.values[row * x.columns + k]!;
      if (factor === 0) continue;
      for (let j = 0; j < columns; j++) product.values[start + j]! += factor * weight.values[k * columns + j]!;
    }
  }
  return product;
}
