import type { NamedWeight } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";

/** Puts weights on the engine; the caller's scope frees them. */
export function weightTensors(weights: ReadonlyMap<string, NamedWeight>): Map<string, tf.Tensor> {
  return new Map([...weights].map(([name, { shape, values }]) => [name, tf.tensor(values, [...shape])]));
}
