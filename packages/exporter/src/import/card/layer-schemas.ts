import { z } from "zod";

const text = z.string().min(1);
const epsilon = z.number().min(0).default(1e-5);
/** What later layers call the output of this one. */
const as = text.optional();
const bias = z.boolean().default(true);

/** Earlier outputs: `features`, the name that a layer has under `as`, or its number in the card, counted from 1. */
const earlier = z.union([text, z.int().min(0)]);

/** The options of every kind of layer that a card may have. Keys of tensors begin with `key` and a dot. */
export const layerSchemas = [
  z.strictObject({ kind: z.literal("gcn"), key: text, bias, as }),
  z.strictObject({
    kind: z.literal("sage"),
    key: text,
    aggregation: z.enum(["mean", "max"]).default("mean"),
    root_weight: z.boolean().default(true),
    bias,
    as,
  }),
  z.strictObject({
    kind: z.literal("gat"),
    key: text,
    heads: z.int().min(1).optional(),
    negative_slope: z.number().default(0.2),
    concat: z.boolean().default(true),
    bias,
    as,
  }),
  z.strictObject({
    kind: z.literal("gin"),
    key: text,
    first: text.default("nn.0"),
    norm: text.optional(),
    norm_epsilon: epsilon,
    second: text.default("nn.2"),
    as,
  }),
  z.strictObject({ kind: z.literal("linear"), key: text, bias, as }),
  z.strictObject({ kind: z.literal("batch-norm"), key: text, epsilon, affine: z.boolean().default(true), as }),
  z.strictObject({ kind: z.literal("layer-norm"), key: text, epsilon, mode: z.enum(["node"]), as }),
  z.strictObject({ kind: z.literal("relu"), as }),
  z.strictObject({ kind: z.literal("leaky-relu"), negative_slope: z.number().default(0.01), as }),
  z.strictObject({ kind: z.literal("elu"), alpha: z.number().default(1), as }),
  z.strictObject({ kind: z.literal("dropout"), rate: z.number().min(0).lt(1).default(0.5), as }),
  z.strictObject({ kind: z.literal("residual"), from: earlier, as }),
  z.strictObject({
    kind: z.literal("jumping-knowledge"),
    mode: z.enum(["concatenate", "max"]),
    from: z.array(earlier).min(1),
    as,
  }),
] as const;
