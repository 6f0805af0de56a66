import { attributePrediction } from "../adversaries/attribute-prediction.js";
import type { Method } from "./method.js";

/**
 * The baseline "FairGNN" as EqGNN's code runs it: one linear layer predicts the attribute from the hidden layer. It has
 * no covariance term (the code compares a matrix with itself), no estimator of missing attributes, and is not the
 * FairGNN that Dai and Wang published. Source: EqGNN's code.
 */
export const fairgnn: Method = {
  name: "fairgnn",
  adversary: (_, levelCount) => attributePrediction({ levelCount, sees: { evidence: false, hidden: true } }),
  discriminator: ({ inputs, outputs }) => [{ kind: "linear", name: "linear", inputs, outputs }],
};
