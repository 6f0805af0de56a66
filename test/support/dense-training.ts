import type { Graph } from "@evenodds/core";
import { denseProduct, densePropagation, rowsOf, transposed } from "./tiny-graphs.js";

type Matrix = number[][];

/** The parameters of the two-layer classifier as plain rows. */
export type DenseParameters = Record<"w1" | "b1" | "w2" | "b2" | "wh" | "bh", Matrix>;

/**
 * Trains a two-layer GCN without dropout by formulas written out in float64, with its gradient derived by hand: a
 * second road to what the trainer does with kernels and automatic differentiation. Returns the loss before each step.
 * `weight` and `oneHot` are those of the weighted cross entropy; the logits may have columns beyond the classes, which
 * take no part.
 */
export function denseTraining(
  graph: Graph,
  start: DenseParameters,
  { weight, oneHot, steps, learningRate }: { weight: number[]; oneHot: Matrix; steps: number; learningRate: number },
): number[] {
  const a = densePropagation(graph);
  const ax = denseProduct(a, rowsOf(graph.features, graph.featureNames.length));
  const classes = oneHot[0]!.length;
  let parameters = start;
  const moments = mapOf(start, (matrix) => ({ m: zeros(matrix), v: zeros(matrix) }));
  const losses: number[] = [];
  for (let t = 1; t <= steps; t++) {
    const { w1, b1, w2, b2, wh, bh } = parameters;
    const z1 = affine(ax, w1, b1);
    const h1 = z1.map((row) => row.map((x) => Math.max(x, 0)));
    const ah1 = denseProduct(a, h1);
    const h2 = affine(ah1, w2, b2);
    const logits = affine(h2, wh, bh);
    const p = logits.map((row) => softmax(row.slice(0, classes)));
    losses.push(
      -p.reduce((sum, row, n) => sum + weight[n]! * row.reduce((s, x, c) => s + oneHot[n]![c]! * Math.log(x), 0), 0),
    );
    const dLogits = logits.map((row, n) =>
      row.map((_, c) => (c < classes ? weight[n]! * (p[n]![c]! - oneHot[n]![c]!) : 0)),
    );
    const dh2 = denseProduct(dLogits, transposed(wh));
    const dh1 = denseProduct(transposed(a), denseProduct(dh2, transposed(w2)));
    const dz1 = dh1.map((row, n) => row.map((x, c) => (z1[n]![c]! > 0 ? x : 0)));
    const gradients: DenseParameters = {
      w1: denseProduct(transposed(ax), dz1),
      b1: columnSums(dz1),
      w2: denseProduct(transposed(ah1), dh2),
      b2: columnSums(dh2),
      wh: denseProduct(transposed(h2), dLogits),
      bh: columnSums(dLogits),
    };
    parameters = mapOf(parameters, (matrix, name) =>
      matrix.map((row, i) =>
        row.map((theta, j) => {
          const g = gradients[name][i]![j]!;
          const { m, v } = moments[name];
          m[i]![j] = 0.9 * m[i]![j]! + 0.1 * g;
          v[i]![j] = 0.999 * v[i]![j]! + 0.001 * g * g;
          const step = m[i]![j] / (1 - 0.9 ** t) / (Math.sqrt(v[i]![j] / (1 - 0.999 ** t)) + 1e-8);
          return theta - learningRate * step;
        }),
      ),
    );
  }
  return losses;
}

function affine(x: Matrix, w: Matrix, b: Matrix): Matrix {
  return denseProduct(x, w).map((row) => row.map((value, c) => value + b[0]![c]!));
}

function softmax(row: number[]): number[] {
  const total = row.reduce((sum, x) => sum + Math.exp(x), 0);
  return row.map((x) => Math.exp(x) / total);
}

function columnSums(matrix: Matrix): Matrix {
  return [matrix[0]!.map((_, c) => matrix.reduce((sum, row) => sum + row[c]!, 0))];
}

function zeros(matrix: Matrix): Matrix {
  return matrix.map((row) => row.map(() => 0));
}

function mapOf<T>(
  parameters: DenseParameters,
  change: (matrix: Matrix, name: keyof DenseParameters) => T,
): Record<keyof DenseParameters, T> {
  const names = Object.keys(parameters) as (keyof DenseParameters)[];
  return Object.fromEntries(names.map((name) => [name, change(parameters[name], name)])) as Record<
    keyof DenseParameters,
    T
  >;
}
