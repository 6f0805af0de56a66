import * as tf from "@tensorflow/tfjs-core";
import type { AdamSlot, Engine } from "../engines/engine.js";

/** Settings of Adam. The defaults are PyTorch's, whose ε is a tenth of the one of TensorFlow.js. */
export interface AdamSettings {
  readonly learningRate: number;
  /** Added to the gradient as `weightDecay · θ` before the moments (L2, not decoupled), as in PyTorch's `Adam`. */
  readonly weightDecay: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
}

/** The parameters of one network with their moments, by name, and the number of steps taken. */
export interface AdamState {
  readonly slots: ReadonlyMap<string, AdamSlot>;
  readonly steps: number;
}

/** Returns the state before the first step: moments 0. Takes over the tensors of `parameters`. */
export function adamInit(parameters: ReadonlyMap<string, tf.Tensor>): AdamState {
  const slots = new Map<string, AdamSlot>();
  for (const [name, parameter] of parameters) {
    slots.set(name, { parameter, firstMoment: tf.zerosLike(parameter), secondMoment: tf.zerosLike(parameter) });
  }
  return { slots, steps: 0 };
}

/**
 * Returns the state after one step with these gradients. With g the gradient plus weight decay, at step t:
 *
 *     m ← β₁ m + (1 − β₁) g
 *     v ← β₂ v + (1 − β₂) g²
 *     θ ← θ − η · (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)
 *
 * Source: Kingma and Ba 2015, algorithm 1. The given state keeps its tensors; `disposeAdam` frees them.
 */
export function adamUpdate(
  state: AdamState,
  gradients: ReadonlyMap<string, tf.Tensor>,
  { engine, settings }: { engine: Engine; settings: AdamSettings },
): AdamState {
  const { learningRate, weightDecay, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 } = settings;
  const steps = state.steps + 1;
  const step = {
    ...{ learningRate, weightDecay, beta1, beta2, epsilon },
    biasCorrection1: 1 - beta1 ** steps,
    biasCorrection2: 1 - beta2 ** steps,
  };
  const slots = new Map<string, AdamSlot>();
  for (const [name, slot] of state.slots) slots.set(name, engine.adamStep(slot, gradients.get(name)!, step));
  return { slots, steps };
}

/** Returns the parameters alone, by name. */
export function parametersOf(state: AdamState): Map<string, tf.Tensor> {
  return new Map([...state.slots].map(([name, slot]) => [name, slot.parameter]));
}

/** Returns every tensor of the state. */
export function tensorsOf(state: AdamState): tf.Tensor[] {
  return [...state.slots.values()].flatMap((slot) => [slot.parameter, slot.firstMoment, slot.secondMoment]);
}

/** Frees every tensor of the state. */
export function disposeAdam(state: AdamState): void {
  tf.dispose(tensorsOf(state));
}
