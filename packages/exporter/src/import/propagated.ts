import type { Graph } from "@evenodds/core";
import { zeros, type Matrix } from "./matrix.js";

type Arcs = Pick<Graph, "source" | "target">;

/** `D^-1/2 (A + I) D^-1/2 x` with D the in-degree of A + I. */
export function propagated(x: Matrix, arcs: Arcs): Matrix {
  const factor = inDegrees(x, arcs).map((degree) => 1 / Math.sqrt(degree + 1));
  const scaled = { ...x, values: x.values.map((value, at) => value * factor[rowOf(at, x)]!) };
  const total = summed(scaled, arcs);
  return { ...x, values: total.values.map((value, at) => (value + scaled.values[at]!) * factor[rowOf(at, x)]!) };
}

/** Σ x[s] over the arcs s → t. */
export function summed(x: Matrix, { source, target }: Arcs): Matrix {
  const { rows, columns } = x;
  const total = zeros(rows, columns);
  for (let arc = 0; arc < source.length; arc++) {
    const from = source[arc]! * columns;
    const to = target[arc]! * columns;
    for (let j = 0; j < columns; j++) total.values[to + j]! += x.values[from + j]!;
  }
  return total;
}

/** The mean of x[s] over the arcs s → t, zeros where there are none. */
export function averaged(x: Matrix, arcs: Arcs): Matrix {
  const degree = inDegrees(x, arcs);
  const total = summed(x, arcs);
  return { ...x, values: total.values.map((value, at) => value / Math.max(1, degree[rowOf(at, x)]!)) };
}

/** The largest x[s] over the arcs s → t, column by column, zeros where there are none. */
export function largest(x: Matrix, { source, target }: Arcs): Matrix {
  const { rows, columns } = x;
  const found = { rows, columns, values: new Float64Array(rows * columns).fill(-Infinity) };
  for (let arc = 0; arc < source.length; arc++) {
    const from = source[arc]! * columns;
    const to = target[arc]! * columns;
    for (let j = 0; j < columns; j++) found.values[to + j] = Math.max(found.values[to + j]!, x.values[from + j]!);
  }
  return { ...found, values: found.values.map((value) => (value === -Infinity ? 0 : value)) };
}

function inDegrees({ rows }: Matrix, { target }: Arcs): Float64Array {
  const degree = new Float64Array(rows);
  for (const node of target) degree[node]!++;
  return degree;
}

function rowOf(at: number, { columns }: Matrix): number {
  return Math.floor(at / columns);
}
