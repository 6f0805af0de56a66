import * as z from "zod";
import { takeMatrix, takeRow } from "../import/imported-layers.js";
import { affine } from "../import/matrix.js";
import { gemm } from "../operators/matrix.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput, wideningWidth } from "./layer-translation.js";

/** `y = x W + b`. */
export const linear = defineTranslation({
  kind: "linear",
  translate: ({ name }, { graph, weight, x }) =>
    gemm(graph, { a: x, b: weight(`${name}.weight`), c: weight(`${name}.bias`) }),
  width: wideningWidth,
  takes: takesInput,
  differsOnLoops: false,
  reference: (_, { x, weight }) => affine(x, weight("weight"), weight("bias")),
  card: z.strictObject({ kind: z.literal("linear"), key: cardFields.key, bias: cardFields.bias, as: cardFields.as }),
  /** `Linear` of PyTorch and of PyG: `weight [out, in]`, `bias [out]`. */
  fromCard({ key, bias }, context) {
    const weight = takeMatrix(context, `${key}.weight`);
    const outputs = weight.shape[1]!;
    return {
      layers: [{ kind: "linear", name: key, inputs: context.inputs, outputs }],
      weights: {
        [`${key}.weight`]: weight,
        [`${key}.bias`]: takeRow(context, `${key}.bias`, { width: outputs, exists: bias }),
      },
    };
  },
});
