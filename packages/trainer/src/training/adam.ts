import type { NamedWeight } from "@evenodds/core";
import { sharedScratchMemory } from "../kernels/scratch-memory.js";

/** Settings of Adam. The defaults are PyTorch's, whose ε is a tenth of the one of TensorFlow.js. */
export interface AdamSettings {
  readonly learningRate: number;
  /** Added to the gradient as `weightDecay · θ` before the moments (L2, not decoupled), as in PyTorch's `Adam`. */
  readonly weightDecay: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
}

/** A parameter with the two moments that Adam keeps of its gradients, all of one shape, row-major. */
export interface AdamSlot {
  readonly shape: readonly number[];
  readonly parameter: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
}

/**
 * The parameters of one network with their moments, by name, and the number of steps taken. They live outside the
 * engine: they are small beside activations, one pass over them takes less time than the dozen operations of a step on
 * an engine, and every engine takes the very same steps, in float32.
 */
export interface AdamState {
  readonly slots: ReadonlyMap<string, AdamSlot>;
  readonly steps: number;
}

/** Returns the state before the first step: moments 0. */
export function adamInit(weights: ReadonlyMap<string, NamedWeight>): AdamState {
  const slots = new Map<string, AdamSlot>();
  for (const [name, { shape, values }] of weights) {
    const zeros = () => new Float32Array(values.length);
    slots.set(name, { shape, parameter: values, firstMoment: zeros(), secondMoment: zeros() });
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
 * Source: Kingma and Ba 2015, algorithm 1. The given state is left alone.
 */
export function adamUpdate(
  state: AdamState,
  gradients: ReadonlyMap<string, Float32Array>,
  { learningRate, weightDecay, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 }: AdamSettings,
): AdamState {
  const steps = state.steps + 1;
  // As PyTorch divides: one division for each entry instead of three.
  const stepSize = learningRate / (1 - beta1 ** steps);
  const correction = 1 / Math.sqrt(1 - beta2 ** steps);
  const memory = sharedScratchMemory();
  const slots = new Map<string, AdamSlot>();
  for (const [name, slot] of state.slots) {
    const { shape, parameter: theta, firstMoment, secondMoment } = slot;
    const [parameter, first, second, gradient] = memory.place([theta, firstMoment, secondMoment, gradients.get(name)!]);
    const size = theta.length;
    memory.kernels.adam(
      ...([parameter, first, second, gradient, size] as const),
      ...([stepSize, correction, beta1, beta2, epsilon, weightDecay] as const),
    );
    slots.set(name, {
      shape,
      parameter: memory.floats(parameter, size),
      firstMoment: memory.floats(first, size),
      secondMoment: memory.floats(second, size),
    });
  }
  return { slots, steps };
}

/** Returns the parameters alone, by name. */
export function parametersOf(state: AdamState): Map<string, NamedWeight> {
  return new Map([...state.slots].map(([name, { shape, parameter }]) => [name, { shape, values: parameter }]));
}
