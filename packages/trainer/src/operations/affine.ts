import * as tf from "@tensorflow/tfjs-core";
import type { Engine, PlacedMatrix } from "../engines/engine.js";
import { recall, type Memo } from "./memo.js";
import { withGradient } from "./with-gradient.js";

/** Some columns of a layer's input, `[N, w]`. */
export interface InputPart {
  readonly x: tf.Tensor2D;
  /** Whether x is a constant to the gradient that is being taken. */
  readonly constant?: boolean;
  /** Keeps this part's share of the result for a second pass over the same x with the same weights. */
  readonly memo?: Memo | undefined;
}

/**
 * One summand `M x W`: x `[N, in]` in parts that lie side by side, W `[in, out]`, and M the identity where it is null.
 */
export interface Summand {
  readonly parts: readonly InputPart[];
  readonly matrix: PlacedMatrix | null;
  readonly weight: tf.Tensor2D;
}

/** What a layer is computed with. */
export interface AffineContext {
  readonly engine: Engine;
  /** Whether weights and bias are constants to the gradient that is being taken. */
  readonly frozen?: boolean | undefined;
  /** Whether a ReLU follows. */
  readonly relu?: boolean | undefined;
}

/**
 * `Σ_k M_k x_k W_k + b`, and with `relu` the larger of that and 0; returns `[N, out]`. With M the propagation matrix
 * this is a graph convolution, with the identity a linear layer, with one summand of each GraphSAGE. A single part
 * needs no bias. Differentiable by the parts that vary, and by the weights and b unless they are frozen.
 *
 * With W cut into the rows that belong to each part, `M [x₁ | x₂] W = M x₁ W₁ + M x₂ W₂`: the parts are never joined,
 * and each is summed over neighbours on the narrower side of its W.
 */
export function affine(
  summands: readonly Summand[],
  bias: tf.Tensor1D | null,
  { engine, frozen = false, relu = false }: AffineContext,
): tf.Tensor2D {
  const varying = summands.flatMap(({ parts }) => parts.filter((part) => part.constant !== true).map(({ x }) => x));
  const weights = summands.map(({ weight }) => weight);
  const parameters = frozen ? [] : [...weights, ...(bias === null ? [] : [bias])];
  return withGradient([...varying, ...parameters], (save) => {
    const terms = summands.map((summand) => makeTerms(summand, engine));
    const all = terms.flat();
    const values = all.map((term) => term.value);
    const value = bias === null ? values[0]! : engine.combine(values, { bias, relu });
    save([value, ...all.flatMap(({ rows, left }) => [rows, left])]);
    return {
      value,
      gradFunc: (dy, saved) => {
        const upstream = relu ? engine.reluGradient(dy, saved[0] as tf.Tensor2D) : dy;
        const inputGradients: tf.Tensor2D[] = [];
        const rest = saved.slice(1) as tf.Tensor2D[];
        const weightGradients = terms.map((own, k) => {
          const { matrix } = summands[k]!;
          const pieces: tf.Tensor2D[] = [];
          for (const { narrow, constant } of own) {
            const [rows, left] = rest.splice(0, 2) as [tf.Tensor2D, tf.Tensor2D];
            const back = narrow && matrix !== null ? matrix.multiplyTransposed(upstream) : upstream;
            if (!frozen) pieces.push(engine.matMul(left, back, { left: true }));
            if (constant) continue;
            const dx = engine.matMul(back, rows, { right: true });
            inputGradients.push(narrow || matrix === null ? dx : matrix.multiplyTransposed(dx));
          }
          return pieces.length === 1 ? pieces : frozen ? [] : [tf.concat2d(pieces, 0)];
        });
        if (frozen) return inputGradients;
        const biasGradients = bias === null ? [] : [engine.sumRows(upstream)];
        return [...inputGradients, ...weightGradients.flat(), ...biasGradients];
      },
    };
  });
}

/** One part's share: `M x W`, as `M (x W)` where that is narrow, else `(M x) W`; `left` is what stands left of W. */
interface Term {
  readonly value: tf.Tensor2D;
  readonly rows: tf.Tensor2D;
  readonly left: tf.Tensor2D;
  readonly narrow: boolean;
  readonly constant: boolean;
}

function makeTerms({ parts, matrix, weight }: Summand, engine: Engine): Term[] {
  return rowsByPart(parts, weight).map((rows, i) => {
    const { x, memo, constant = false } = parts[i]!;
    const [inputs, outputs] = rows.shape;
    const narrow = outputs <= inputs;
    const left = narrow || matrix === null ? x : matrix.multiply(x);
    const value = recall(memo, () => {
      const product = engine.matMul(left, rows);
      return narrow && matrix !== null ? matrix.multiply(product) : product;
    });
    return { value, rows, left, narrow, constant };
  });
}

/** Cuts W into the rows of each part. */
function rowsByPart(parts: readonly InputPart[], weight: tf.Tensor2D): tf.Tensor2D[] {
  if (parts.length === 1) return [weight];
  let row = 0;
  return parts.map(({ x }) => {
    const rows = tf.slice2d(weight, [row, 0], [x.shape[1], weight.shape[1]]);
    row += x.shape[1];
    return rows;
  });
}
