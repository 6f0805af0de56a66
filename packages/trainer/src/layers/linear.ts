import { affine } from "../operations/affine.js";
import { matrixWeight, rowWeight } from "./layer-context.js";
import { defineLayer, plainInput } from "./layer-definition.js";

/** `x W + b`; both start uniform in ±1/√in, PyTorch's default for `Linear`. */
export const linear = defineLayer({
  kind: "linear",
  forward({ name }, context) {
    const weight = matrixWeight(context, `${name}.weight`);
    const { parts } = context.input;
    return affine([{ parts, matrix: null, weight }], rowWeight(context, `${name}.bias`), context);
  },
  appliesRelu: true,
  firstInput: plainInput,
  start: ({ inputs }) => 1 / Math.sqrt(inputs),
  running: [],
});
