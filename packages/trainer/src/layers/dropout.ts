import { defineLayer, plainInput, withoutWeights } from "./layer-definition.js";

/** `x`: what dropout does in a training pass was applied together with the ReLU before it. */
export const dropout = defineLayer({
  kind: "dropout",
  forward: (_, { x }) => x,
  appliesRelu: false,
  firstInput: plainInput,
  ...withoutWeights,
});
