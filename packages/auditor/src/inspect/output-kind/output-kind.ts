/** What the output of a classifier means. */
export const outputKinds = [
  "logits",
  "log-probabilities",
  "probabilities",
  "independent-probabilities",
  "one-logit",
  "one-probability",
  "class-ids",
] as const;

/**
 * - `logits`: a score per class; their softmax gives probabilities. The largest is predicted.
 * - `log-probabilities`: the logarithm of a probability per class.
 * - `probabilities`: one per class, adding up to 1.
 * - `independent-probabilities`: one per class, each from a sigmoid of its own. The largest is predicted.
 * - `one-logit`: of the second of two classes, predicted above 0.
 * - `one-probability`: of the second of two classes, predicted from 0.5 on.
 * - `class-ids`: the predicted class itself, as its number from 0 or its name.
 */
export type OutputKind = (typeof outputKinds)[number];

/** Also the predicted number of a regression. */
export type OutputMeaning = OutputKind | "number";

/** The kinds of an output with one column, and those of an output with a column per class. */
export const oneColumnKinds: readonly OutputKind[] = ["one-logit", "one-probability", "class-ids"];
export const columnPerClassKinds: readonly OutputKind[] = [
  "logits",
  "log-probabilities",
  "probabilities",
  "independent-probabilities",
];

/** What decided: what evenodds recorded in the file, its last operators, or the user. */
export type KnownBy = "metadata" | "last-operators" | "flag";

/** Returns the number that a score is compared with, null where the largest of several is predicted, or an id. */
export function decisionThreshold(kind: OutputMeaning): number | null {
  return kind === "one-logit" ? 0 : kind === "one-probability" ? 0.5 : null;
}
