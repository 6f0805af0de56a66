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

/** Adds one number per column. */
export function plusRow(x: Matrix, bias: NamedWeight): Matrix {
  return mapped(x, (value, j) => value + bias.values[j]!);
}

/** `max(x, 0)`. */
export function rectified(x: Matrix): Matrix {
  return mapped(x, (value) => Math.max(value, 0));
}

/** The larger of two matrices of one size, number by number. */
export function largerOf(a: Matrix, b: Matrix): Matrix {
  return { ...a, values: a.values.map((value, at) => Math.max(value, b.values[at]!)) };
}

/** Matrices of as many rows side by side. */
export function sideBySide(parts: readonly Matrix[]): Matrix {
  const rows = parts[0]!.rows;
  const columns = parts.reduce((sum, part) => sum + part.columns, 0);
  const values = new Float64Array(rows * columns);
  let start = 0;
  for (const part of parts) {
    for (let row = 0; row < rows; row++) {
      values.set(part.values.subarray(row * part.columns, (row + 1) * part.columns), row * columns + start);
    }
    start += part.columns;
  }
  return { rows, columns, values };
}

/** `(x − mean) / √(variance + epsilon) · gain + bias` with mean and variance of each row. */
export function normalizedRows(
  x: Matrix,
  { gain, bias, epsilon }: { gain: NamedWeight; bias: NamedWeight; epsilon: number },
): Matrix {
  const values = new Float64Array(x.values.length);
  for (let row = 0; row < x.rows; row++) {
    const own = x.values.subarray(row * x.columns, (row + 1) * x.columns);
    const mean = own.reduce((sum, value) => sum + value, 0) / x.columns;
    const variance = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.columns;
    own.forEach((value, j) => {
      const normal = (value - mean) / Math.sqrt(variance + epsilon);
      values[row * x.columns + j] = normal * gain.values[j]! + bias.values[j]!;
    });
  }
  return { ...x, values };
}
