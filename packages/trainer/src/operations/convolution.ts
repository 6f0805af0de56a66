import * as tf from "@tensorflow/tfjs-core";
import type { Engine, PlacedMatrix } from "../engines/engine.js";
import { recall, type Memo } from "./memo.js";
import { withGradient } from "./with-gradient.js";

/** Some columns of a convolution's input, `[N, w]`. */
export interface InputPart {
  readonly x: tf.Tensor2D;
  /** Whether x is a constant to the gradient that is being taken. */
  readonly constant?: boolean;
  /** `Â x`, where it is known: then x is a constant and nothing has to be summed over neighbours. */
  readonly propagated?: tf.Tensor2D;
  /** Keeps this part's share of the result for a second pass over the same x with the same weights. */
  readonly memo?: Memo | undefined;
}

/** What a convolution is computed with. */
export interface ConvolutionContext {
  readonly engine: Engine;
  /** Â. */
  readonly matrix: PlacedMatrix;
  /** Whether weight and bias are constants to the gradient that is being taken. */
  readonly frozen?: boolean | undefined;
  /** Whether a ReLU follows. */
  readonly relu?: boolean | undefined;
}

/**
 * `Â x W + b`, and with `relu` the larger of that and 0, for `W [in, out]`, `b [out]`, where `x [N, in]` is given in parts
 * that lie side by side; returns `[N, out]`. Differentiable by the parts that vary, and by W and b unless they are frozen.
 *
 * With W cut into the rows that belong to each part, `Â [x₁ | x₂] W = Â x₁ W₁ + Â x₂ W₂`: the parts are never joined, and
 * each is summed over neighbours on the narrower side of its W.
 */
export function convolution(
  parts: readonly InputPart[],
  { weight, bias }: { readonly weight: tf.Tensor2D; readonly bias: tf.Tensor1D },
  { engine, matrix, frozen = false, relu = false }: ConvolutionContext,
): tf.Tensor2D {
  const varying = parts.filter((part) => !isConstant(part)).map(({ x }) => x);
  return withGradient([...varying, ...(frozen ? [] : [weight, bias])], (save) => {
    const terms = rowsByPart(parts, weight).map((rows, i) => makeTerm(parts[i]!, rows, { engine, matrix, frozen }));
    const value = engine.combine(
      terms.map((term) => term.value),
      { bias, relu },
    );
    save([value, ...terms.flatMap(({ rows, left }) => [rows, left])]);
    return {
      value,
      gradFunc: (dy, saved) => {
        const upstream = relu ? engine.reluGradient(dy, saved[0] as tf.Tensor2D) : dy;
        const weights: tf.Tensor2D[] = [];
        const inputs: tf.Tensor2D[] = [];
        terms.forEach(({ narrow, constant }, i) => {
          const [rows, left] = saved.slice(1 + 2 * i, 3 + 2 * i) as [tf.Tensor2D, tf.Tensor2D];
          const own = narrow ? matrix.multiplyTransposed(upstream) : upstream;
          if (!frozen) weights.push(engine.matMul(left, own, { left: true }));
          if (constant) return;
          const back = engine.matMul(own, rows, { right: true });
          inputs.push(narrow ? back : matrix.multiplyTransposed(back));
        });
        if (frozen) return inputs;
        const whole = weights.length === 1 ? weights[0]! : tf.concat2d(weights, 0);
        return [...inputs, whole, engine.sumRows(upstream)];
      },
    };
  });
}

/** One part's share: `Â x W`, as `Â (x W)` where that is narrow, else `(Â x) W`; `left` is what stands left of W. */
interface Term {
  readonly value: tf.Tensor2D;
  readonly rows: tf.Tensor2D;
  readonly left: tf.Tensor2D;
  readonly narrow: boolean;
  readonly constant: boolean;
}

function makeTerm(
  part: InputPart,
  rows: tf.Tensor2D,
  { engine, matrix }: Pick<ConvolutionContext, "engine" | "matrix" | "frozen">,
): Term {
  const { x, propagated, memo } = part;
  const [inputs, outputs] = rows.shape;
  const narrow = propagated === undefined && outputs <= inputs;
  const left = narrow ? x : (propagated ?? matrix.multiply(x));
  const value = recall(memo, () => {
    const product = engine.matMul(left, rows);
    return narrow ? matrix.multiply(product) : product;
  });
  return { value, rows, left, narrow, constant: isConstant(part) };
}

function isConstant({ constant = false, propagated }: InputPart): boolean {
  return constant || propagated !== undefined;
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
