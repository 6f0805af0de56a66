import * as tf from "@tensorflow/tfjs-core";

/** Holds the value of an operation for a second evaluation with the same inputs. Whoever made it frees `value`. */
export interface Memo {
  value: tf.Tensor2D | null;
}

/** The kept value, or the value of `make`, kept from now on. Without a memo, the value of `make`. */
export function recall(memo: Memo | undefined, make: () => tf.Tensor2D): tf.Tensor2D {
  if (memo === undefined) return make();
  return (memo.value ??= tf.keep(make()));
}

/** Frees the kept value. */
export function forget(memo: Memo): void {
  memo.value?.dispose();
  memo.value = null;
}
