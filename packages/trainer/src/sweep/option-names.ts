import { kebabName } from "@evenodds/core";
import { trainingOptionsSchema, type TrainingOptions } from "../training/training-options.js";

export type OptionName = keyof TrainingOptions;

/** Every option of a training run, in the order of the schema. */
export const optionNames = Object.keys(trainingOptionsSchema.shape) as OptionName[];

/** Returns the option of that name, in kebab or camel case; undefined where there is none. */
export function optionNamed(name: string): OptionName | undefined {
  return optionNames.find((option) => option === name || kebabName(option) === name);
}
