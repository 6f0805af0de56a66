import { ModelError, type NamedWeight } from "@evenodds/core";
import { parametersOf } from "./adam.js";
import type { TrainingState } from "./training-state.js";

/**
 * Checks that a state to go on from is one of a run that began with `initial`: the same networks, with the same weights
 * of the same shapes. Throws {@link ModelError} for the first that is another.
 */
export function checkResumed(state: TrainingState, initial: TrainingState): void {
  const { classifier, discriminator, running } = initial;
  checkWeights("classifier", parametersOf(state.classifier), parametersOf(classifier));
  checkWeights("running statistics", state.running, running);
  if ((state.discriminator === null) !== (discriminator === null)) {
    throw refusal("discriminator", discriminator === null ? "none" : "one", discriminator === null ? "one" : "none");
  }
  if (state.discriminator !== null && discriminator !== null) {
    checkWeights("discriminator", parametersOf(state.discriminator), parametersOf(discriminator));
  }
  if (state.best === null) return;
  checkWeights("best epoch", state.best.weights, new Map([...parametersOf(classifier), ...running]));
  if (state.best.epoch >= 1 && state.best.epoch <= state.epoch) return;
  throw refusal("best epoch", `one from 1 to ${state.epoch}`, `${state.best.epoch}`);
}

type Weights = ReadonlyMap<string, NamedWeight>;

function checkWeights(part: string, found: Weights, expected: Weights): void {
  for (const [name, { shape }] of expected) {
    const weight = found.get(name);
    const words = `${name} of shape [${shape.join(", ")}]`;
    if (weight === undefined) throw refusal(part, words, "no such weight");
    if (weight.shape.join() !== shape.join()) throw refusal(part, words, `shape [${weight.shape.join(", ")}]`);
  }
  const other = [...found.keys()].find((name) => !expected.has(name));
  if (other !== undefined) throw refusal(part, `no weights but ${[...expected.keys()].join(", ")}`, other);
}

function refusal(part: string, expected: string, found: string): ModelError {
  const hint = "the file is damaged, or of a run with other options; start a new run";
  return new ModelError({ argument: `${part} of the checkpoint`, expected, found, hint });
}
