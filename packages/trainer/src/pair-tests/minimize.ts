import { InterruptedError, ModelError, UsageError, type NamedWeight } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { adamInit, adamUpdate, parametersOf } from "../training/adam.js";
import { weightTensors } from "../operations/weight-tensors.js";
import { gradientsOf } from "../training/gradients-of.js";
import { pairTestDefaults, type PairTestOptions } from "./pair-test-options.js";

type Weights = ReadonlyMap<string, NamedWeight>;

/**
 * Returns the weights after `epochs` steps of Adam on `loss`, which is called once a step and must depend on every
 * weight. Tensors that it makes are freed after each step; those that it reads stay the caller's.
 *
 * Throws {@link UsageError} for options out of range, {@link InterruptedError} when `signal` stops it, and
 * {@link ModelError} where the weights do not stay finite.
 */
export async function minimize(
  weights: Weights,
  loss: (parameters: ReadonlyMap<string, tf.Tensor>) => tf.Scalar,
  options: Omit<PairTestOptions, "engine" | "seed">,
): Promise<Weights> {
  const { epochs = pairTestDefaults.epochs, learningRate = pairTestDefaults.learningRate, signal } = options;
  checkOptions({ epochs, learningRate });
  let state = adamInit(weights);
  for (let epoch = 0; epoch < epochs; epoch++) {
    if (signal?.aborted) throw stopped(epoch);
    tf.tidy(() => {
      const gradients = gradientsOf(weightTensors(parametersOf(state)), loss);
      state = adamUpdate(state, gradients, { learningRate, weightDecay: 0 });
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const found = parametersOf(state);
  for (const { values } of found.values()) {
    if (!values.every(Number.isFinite)) throw diverged(learningRate);
  }
  return found;
}

function checkOptions({ epochs, learningRate }: { readonly epochs: number; readonly learningRate: number }): void {
  if (!Number.isInteger(epochs) || epochs < 1) {
    throw new UsageError({
      argument: "epochs",
      expected: "a whole number from 1",
      found: String(epochs),
      hint: `the default is ${pairTestDefaults.epochs}`,
    });
  }
  if (!(Number.isFinite(learningRate) && learningRate > 0)) {
    throw new UsageError({
      argument: "learningRate",
      expected: "a number above 0",
      found: String(learningRate),
      hint: `the default is ${pairTestDefaults.learningRate}`,
    });
  }
}

function stopped(epoch: number): InterruptedError {
  return new InterruptedError({
    argument: "test of pairs",
    expected: "to run to its end",
    found: `a request to stop after step ${epoch}`,
    hint: "run it again",
  });
}

function diverged(learningRate: number): ModelError {
  return new ModelError({
    argument: "test of pairs",
    expected: "finite weights",
    found: "weights that grew beyond all bounds",
    hint: `lower the learning rate of ${learningRate}, or scale the points`,
  });
}
