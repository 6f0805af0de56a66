import type { Layer } from "@evenodds/core";
import type { Adversary } from "../adversaries/adversary.js";
import type { TrainingOptions } from "../training/training-options.js";
import type { MethodName } from "./method-names.js";

/** A way to train a classifier: the adversary that it plays against, and the network of that adversary. */
export interface Method {
  readonly name: MethodName;
  /** The adversary for an attribute of so many levels; null for a method that learns the label alone. */
  adversary(options: TrainingOptions, levelCount: number): Adversary | null;
  /** The discriminator for so many input and output columns. */
  discriminator(sizes: { readonly inputs: number; readonly outputs: number }, options: TrainingOptions): Layer[];
}
