import type { SymmetricNormalization } from "@evenodds/core";
import type { Tensor, Tensor2D } from "@tensorflow/tfjs-core";

/** A parameter with the two moments that Adam keeps of its gradients, all of one shape. */
export interface AdamSlot {
  readonly parameter: Tensor;
  readonly firstMoment: Tensor;
  readonly secondMoment: Tensor;
}

/** The numbers of one Adam step, see `optimizers/adam.ts`. */
export interface AdamStep {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** `1 − beta1^t` and `1 − beta2^t` at step t. */
  readonly biasCorrection1: number;
  readonly biasCorrection2: number;
}

/** A propagation matrix Â in the memory of an engine. */
export interface Propagation {
  /** `Â h` for `h [N, H]`, by a sum over neighbours; nothing of size E × H or N × N is made. Differentiable. */
  apply(h: Tensor2D): Tensor2D;
  /** Frees the engine's copy. */
  dispose(): void;
}

/**
 * Where tensors live and are computed. Most of training is plain TensorFlow.js and the same on every engine; this holds
 * the operations for which TensorFlow.js has no kernel that is right and fast on all of them. All are deterministic.
 */
export interface Engine {
  readonly name: "wasm";
  /** What runs, for people and for provenance, such as `wasm (SIMD, 1 thread)`. */
  readonly description: string;
  /** Puts a propagation matrix into the engine's memory, once for many products. */
  place(matrix: SymmetricNormalization): Propagation;
  /** `a b` for `a [n, k]`, `b [k, m]`. Differentiable by both, or by `b` alone where `a` is said to be constant. */
  matMul(a: Tensor2D, b: Tensor2D, options?: { readonly constantLeft?: boolean }): Tensor2D;
  /** One Adam step; returns new tensors and leaves the given ones alone. Not differentiable. */
  adamStep(slot: AdamSlot, gradient: Tensor, step: AdamStep): AdamSlot;
}
