import type { NamedWeight } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engines/engine.js";
import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { product } from "../operations/product.js";
import { relu } from "../operations/relu.js";
import { rootLoss } from "../operations/root-loss.js";
import { weightTensors } from "../operations/weight-tensors.js";
import type { ClassifierForm, ClassifierScore } from "./classifier-form.js";

/** The logits `[n, 1]` for `x [n, inputs]`. */
function classify(
  x: tf.Tensor2D,
  parameters: ReadonlyMap<string, tf.Tensor>,
  { engine, form }: { readonly engine: Engine; readonly form: ClassifierForm },
): tf.Tensor2D {
  const layer = (input: tf.Tensor2D, name: string) =>
    product(input, parameters.get(`${name}.weight`) as tf.Tensor2D, {
      engine,
      bias: parameters.get(`${name}.bias`) as tf.Tensor1D | undefined,
    });
  return layer(form.kind === "linear" ? x : relu(layer(x, "hidden"), { engine }), "out");
}

/** What a classifier is asked: rows `[n, inputs]` and the class, 0 or 1, of each. */
export interface Question {
  readonly rows: tf.Tensor2D;
  readonly target: Uint8Array;
}

/** The mean binary cross entropy of a classifier's logits, differentiable by its parameters. */
export function pairClassifierLoss(
  { rows, target }: Question,
  parameters: ReadonlyMap<string, tf.Tensor>,
  context: { readonly engine: Engine; readonly form: ClassifierForm },
): tf.Scalar {
  const logits = classify(rows, parameters, context);
  const nodes = Int32Array.from(target, (_, i) => i);
  const { value, gradient } = binaryCrossEntropy(logits.dataSync<"float32">(), { target, nodes });
  return rootLoss(value, [{ tensor: logits, gradient }]);
}

/** Counts the rows whose class is right, where a logit above 0, that is a probability above ½, says class 1. */
export function scoreClassifier(
  { rows, target }: Question,
  weights: ReadonlyMap<string, NamedWeight>,
  context: { readonly engine: Engine; readonly form: ClassifierForm },
): ClassifierScore {
  const logits = tf.tidy(() => {
    return classify(rows, weightTensors(weights), context).dataSync<"float32">();
  });
  return { correct: target.reduce((sum, one, i) => sum + Number(logits[i]! > 0 === (one === 1)), 0), n: target.length };
}
