import { trainingOptionsSchema, type TrainingOptions } from "../training/options.js";

export type OptionName = keyof TrainingOptions;

/** Every option of a training run, in the order of the schema. */
export const optionNames = Object.keys(trainingOptionsSchema.shape) as OptionName[];

/** Returns an option as a flag without its dashes: `learningRate` is `learning-rate`. */
export function kebabName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the option of that name, in kebab or camel case; undefined where there is none. */
export function optionNamed(name: string): OptionName | undefined {
  return optionNames.find((option) => option === name || kebabName(option) === name);
}
