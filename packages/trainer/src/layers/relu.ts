import { relu as rectify } from "../operations/relu.js";
import { defineLayer, plainInput, withoutWeights } from "./layer-definition.js";

/** `max(x, 0)`, with the dropout that follows in a training pass. */
export const relu = defineLayer({
  kind: "relu",
  forward: (_, { x, engine, mask }) => rectify(x, { engine, mask }),
  appliesRelu: false,
  firstInput: plainInput,
  ...withoutWeights,
});
