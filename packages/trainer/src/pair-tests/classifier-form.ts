import type { DenseShape } from "./start-weights.js";

/** How often a classifier is right on the test data. */
export interface ClassifierScore {
  readonly correct: number;
  /** Rows that were classified, at least one. */
  readonly n: number;
}

/** A classifier with one logit: linear, or with one hidden layer of ReLU units. */
export type ClassifierForm =
  { readonly kind: "linear"; readonly bias: boolean } | { readonly kind: "mlp"; readonly hidden: number };

/** Returns the layers of a classifier for rows of `inputs` numbers. */
export function pairClassifierLayers(form: ClassifierForm, inputs: number): DenseShape[] {
  if (form.kind === "linear") return [{ name: "out", inputs, outputs: 1, bias: form.bias }];
  return [
    { name: "hidden", inputs, outputs: form.hidden, bias: true },
    { name: "out", inputs: form.hidden, outputs: 1, bias: true },
  ];
}
