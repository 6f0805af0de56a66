import type { CompressedRows, PropagationMatrix } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { PlacedMatrix } from "./engine.js";

/** A propagation matrix or its transpose, as tensors. */
export interface PlacedRows {
  readonly pointer: tf.Tensor1D;
  readonly column: tf.Tensor1D;
  /** What the arcs weigh; undefined where each counts once. */
  readonly weight: tf.Tensor1D | undefined;
  readonly rowFactor: tf.Tensor1D;
  readonly columnFactor: tf.Tensor1D;
  readonly self: number;
}

/**
 * Puts a propagation matrix into an engine's memory for a kernel that sums over neighbours, `sum`: neighbours and two
 * factors per node, and the weights of arcs where they have some.
 */
export function placeRows(
  { incoming, outgoing, rowFactor, columnFactor, self }: PropagationMatrix,
  sum: (h: tf.Tensor2D, rows: PlacedRows) => tf.Tensor2D,
): PlacedMatrix {
  const byRow = tf.keep(tf.tensor1d(rowFactor));
  const byColumn = rowFactor === columnFactor ? byRow : tf.keep(tf.tensor1d(columnFactor));
  const place = ({ pointer, column, weight }: CompressedRows) => ({
    pointer: tf.keep(tf.tensor1d(pointer, "int32")),
    column: tf.keep(tf.tensor1d(column, "int32")),
    weight: weight && tf.keep(tf.tensor1d(weight)),
  });
  const arcs = place(incoming);
  const forward: PlacedRows = { ...arcs, rowFactor: byRow, columnFactor: byColumn, self };
  // The order of neighbours is part of the result's bits, so symmetric rows are shared only where they are the same.
  const turned = sameRows(incoming, outgoing) ? arcs : place(outgoing);
  const backward: PlacedRows = { ...turned, rowFactor: byColumn, columnFactor: byRow, self };
  return {
    multiply: (h) => sum(h, forward),
    multiplyTransposed: (h) => sum(h, backward),
    // What both directions share is freed once: a tensor that is gone is left alone.
    dispose: () => tf.dispose([byRow, byColumn, ...Object.values(arcs), ...Object.values(turned)]),
  };
}

function sameRows(a: CompressedRows, b: CompressedRows): boolean {
  return (
    a.pointer.every((at, n) => at === b.pointer[n]) &&
    a.column.every((node, arc) => node === b.column[arc]) &&
    (a.weight ?? []).every((weight, arc) => weight === b.weight![arc])
  );
}
