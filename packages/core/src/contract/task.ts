/**
 * What the last layer's columns mean.
 *
 * - `classification`: one logit per class; the prediction is the largest, probabilities are their softmax.
 * - `binary`: one logit z of the second of two classes; its probability is σ(z), and it is predicted where z > 0.
 * - `regression`: one column, the predicted number itself; there are no classes.
 */
export const tasks = ["classification", "binary", "regression"] as const;

export type Task = (typeof tasks)[number];
