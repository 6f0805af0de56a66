import type { PropagationMatrix } from "@evenodds/core";
import type { Tensor1D, Tensor2D } from "@tensorflow/tfjs-core";
import type { ConcreteEngineName } from "./engine-names.js";

/** A square sparse matrix M `[N, N]` in the memory of an engine. */
export interface PlacedMatrix {
  /**
   * `M h` for `h [N, H]`, by a sum over neighbours; nothing of size E × H is made, and of size N × N only where N is
   * small.
   */
  multiply(h: Tensor2D): Tensor2D;
  /** `Mᵀ h`. */
  multiplyTransposed(h: Tensor2D): Tensor2D;
  /** Frees the engine's copy. */
  dispose(): void;
}

/** What dropout keeps, and by what it multiplies that. */
export interface DropoutMask {
  /** A bit for every entry in row-major order, eight in each element (0 … 255), the lowest first. More may follow. */
  readonly bits: Int32Array;
  readonly scale: number;
}

/** Which factors of a product are transposed on the way. */
export interface Transposition {
  readonly left?: boolean;
  readonly right?: boolean;
}

/**
 * Where tensors live and are computed. Most of training is plain TensorFlow.js and the same on every engine; this holds
 * the operations for which TensorFlow.js has no kernel that is right and fast on all of them. None is differentiable:
 * the gradients are written once, in `operations/`. All are deterministic.
 */
export interface Engine {
  readonly name: ConcreteEngineName;
  /** What runs, for people and for provenance, such as `wasm (SIMD, 1 thread)`. */
  readonly description: string;
  /** Puts a propagation matrix into the engine's memory, once for many products. */
  place(matrix: PropagationMatrix): PlacedMatrix;
  /** `a b` for `a [n, k]`, `b [k, m]`. */
  matMul(a: Tensor2D, b: Tensor2D, transposed?: Transposition): Tensor2D;
  /** The sum of `terms [N, H]`, at least one, and of `bias [H]` in every row; with `relu` the larger of that and 0. */
  combine(terms: readonly Tensor2D[], options: { readonly bias: Tensor1D; readonly relu: boolean }): Tensor2D;
  /** `[H]`, the sums of the columns of `x [N, H]`. */
  sumRows(x: Tensor2D): Tensor1D;
  /** `dy` where `y > 0`, else 0: the gradient by x of `y = relu(x)`. */
  reluGradient(dy: Tensor2D, y: Tensor2D): Tensor2D;
  /** `scale · max(x, 0)` where the mask has a 1, else 0. */
  reluDropout(x: Tensor2D, mask: DropoutMask): Tensor2D;
  /** The gradient by x of `y = reluDropout(x, mask)`: `scale · dy` where `y > 0`, else 0. */
  reluDropoutGradient(dy: Tensor2D, y: Tensor2D, scale: number): Tensor2D;
}
