import type { CompressedRows, SymmetricNormalization } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { PlacedMatrix } from "./engine.js";

/** The arcs of a graph in compressed rows and the factor of each node, as tensors. */
export interface PlacedRows {
  readonly pointer: tf.Tensor1D;
  readonly column: tf.Tensor1D;
  readonly factor: tf.Tensor1D;
}

/**
 * Puts a propagation matrix into an engine's memory for a kernel that sums over neighbours, `sum`: neighbours and one factor per
 * node, no number per arc.
 */
export function placeRows(
  { incoming, outgoing, inverseSqrtDegree }: SymmetricNormalization,
  sum: (h: tf.Tensor2D, rows: PlacedRows) => tf.Tensor2D,
): PlacedMatrix {
  const factor = tf.keep(tf.tensor1d(inverseSqrtDegree));
  const place = ({ pointer, column }: CompressedRows): PlacedRows => ({
    pointer: tf.keep(tf.tensor1d(pointer, "int32")),
    column: tf.keep(tf.tensor1d(column, "int32")),
    factor,
  });
  const forward = place(incoming);
  // The order of neighbours is part of the result's bits, so symmetric rows are shared only where they are the same.
  const backward = sameRows(incoming, outgoing) ? forward : place(outgoing);
  return {
    multiply: (h) => sum(h, forward),
    multiplyTransposed: (h) => sum(h, backward),
    // What both directions share is freed once: a tensor that is gone is left alone.
    dispose: () => tf.dispose([factor, forward.pointer, forward.column, backward.pointer, backward.column]),
  };
}

function sameRows(a: CompressedRows, b: CompressedRows): boolean {
  return a.pointer.every((at, n) => at === b.pointer[n]) && a.column.every((node, arc) => node === b.column[arc]);
}
