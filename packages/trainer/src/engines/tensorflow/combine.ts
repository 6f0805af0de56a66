import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engine.js";
import type { NativeOperations } from "./native-operations.js";

/** The most terms that our kernel adds in one pass. */
const mostTerms = 3;

/** Adding up terms and a bias: one pass by our kernel where the library has it, else by TensorFlow's operations. */
export function combine(native: NativeOperations, ownKernels: boolean): Engine["combine"] {
  return (terms, { bias, relu }) => {
    if (ownKernels && terms.length <= mostTerms) return native.combine(terms, { bias, relu }) as tf.Tensor2D;
    const sum = native.biasAdd(terms.length === 1 ? terms[0]! : tf.addN([...terms]), bias) as tf.Tensor2D;
    return relu ? tf.relu(sum) : sum;
  };
}
