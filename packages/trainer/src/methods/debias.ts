import { attributePrediction } from "../adversaries/attribute-prediction.js";
import { discriminatorLayers } from "../networks/discriminator-layers.js";
import type { Method } from "./method.js";

/**
 * The baseline "Debias": the discriminator predicts the attribute from prediction and label, and sees the hidden layer
 * only if asked to. Source: EqGNN, section 5 (after Zhang et al. 2018) and its code.
 */
export const debias: Method = {
  name: "debias",
  adversary: ({ discriminatorSeesHidden }, levelCount) =>
    attributePrediction({ levelCount, sees: { evidence: true, hidden: discriminatorSeesHidden ?? false } }),
  discriminator: (sizes, { discriminator }) => discriminatorLayers(discriminator, sizes),
};
