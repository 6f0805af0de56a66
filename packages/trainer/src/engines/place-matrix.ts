import type { PropagationMatrix } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { PlacedMatrix } from "./engine.js";
import { placeRows } from "./place-rows.js";
import type { NativeOperations } from "./native-operations.js";
import { equalEntries, sortedEntries } from "./sorted-entries.js";

/** Up to this many nodes a dense product takes less time than TensorFlow's sparse one needs to start. */
const denseNodes = 512;

/** Puts a propagation matrix into the library's memory, in the form that is multiplied fastest there. */
export function placeMatrix(
  matrix: PropagationMatrix,
  { native, ownKernels }: { readonly native: NativeOperations; readonly ownKernels: boolean },
): PlacedMatrix {
  // Our kernel has no number per arc.
  if (ownKernels && matrix.incoming.weight === undefined)
    return placeRows(matrix, (h, rows) => native.propagate(h, rows) as tf.Tensor2D);
  return matrix.nodeCount <= denseNodes ? placeDense(matrix, native) : placeSparse(matrix, native);
}

/** For TensorFlow's own kernel: a compressed matrix, placed once where it is its own transpose. */
function placeSparse(matrix: PropagationMatrix, native: NativeOperations): PlacedMatrix {
  const { nodeCount, incoming, outgoing, rowFactor, columnFactor, self } = matrix;
  const entries = sortedEntries(outgoing, { rowFactor, columnFactor, self });
  const transposed = sortedEntries(incoming, { rowFactor: columnFactor, columnFactor: rowFactor, self });
  const handle = native.sparseMatrix(entries, nodeCount);
  const transpose = equalEntries(entries, transposed) ? handle : native.sparseMatrix(transposed, nodeCount);
  return {
    multiply: (h) => native.sparseMatMul(handle, h) as tf.Tensor2D,
    multiplyTransposed: (h) => native.sparseMatMul(transpose, h) as tf.Tensor2D,
    dispose: () => new Set([handle, transpose]).forEach((each) => native.free(each)),
  };
}

function placeDense(matrixOfGraph: PropagationMatrix, native: NativeOperations) {
  const { nodeCount, outgoing } = matrixOfGraph;
  const { coordinates, values } = sortedEntries(outgoing, matrixOfGraph);
  const cells = new Float32Array(nodeCount * nodeCount);
  values.forEach((value, k) => (cells[coordinates[4 * k]! * nodeCount + coordinates[4 * k + 2]!] = value));
  const matrix = tf.keep(tf.tensor2d(cells, [nodeCount, nodeCount]));
  return {
    multiply: (h) => native.matMul(matrix, h) as tf.Tensor2D,
    multiplyTransposed: (h) => native.matMul(matrix, h, { left: true }) as tf.Tensor2D,
    dispose: () => matrix.dispose(),
  } satisfies PlacedMatrix;
}
