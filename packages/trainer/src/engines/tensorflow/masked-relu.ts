import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engine.js";
import type { NativeOperations } from "./native-operations.js";

/** ReLU with dropout: one pass by our kernels where the library has them, else by TensorFlow's operations. */
export function maskedRelu(
  native: NativeOperations,
  ownKernels: boolean,
): Pick<Engine, "reluDropout" | "reluDropoutGradient"> {
  if (ownKernels) {
    return {
      reluDropout: (x, { bits, scale }) => native.reluDropout(x, tf.tensor1d(bits, "int32"), scale) as tf.Tensor2D,
      reluDropoutGradient: (dy, y, scale) => native.reluDropoutGradient(dy, y, scale) as tf.Tensor2D,
    };
  }
  const table = bitTable();
  return {
    reluDropout: (x, { bits, scale }) => {
      // Eight factors for each possible byte: looking them up is far less to send than a factor for every entry.
      const factors = tf.tensor2d(
        table.map((bit) => bit * scale),
        [256, 8],
      );
      const rows = tf.gather(factors, tf.tensor1d(bits, "int32"));
      const flat = rows.size === x.size ? rows : tf.slice1d(tf.reshape(rows, [-1]), 0, x.size);
      return tf.mul(tf.relu(x), tf.reshape(flat, x.shape));
    },
    reluDropoutGradient: (dy, y, scale) => tf.mul(native.reluGradient(dy, y), scale),
  };
}

/** Returns `[256, 8]`, row-major: row b holds the bits of b, the lowest first. */
function bitTable(): Float32Array {
  return Float32Array.from({ length: 256 * 8 }, (_, i) => ((i >> 3) >> (i & 7)) & 1);
}
