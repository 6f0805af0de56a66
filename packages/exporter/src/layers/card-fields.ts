import * as z from "zod";

/** What several kinds of layer have in a model card. Keys of tensors begin with `key` and a dot. */
export const cardFields = {
  key: z.string().min(1),
  text: z.string().min(1),
  epsilon: z.number().min(0).default(1e-5),
  /** What later layers call the output of this one. */
  as: z.string().min(1).optional(),
  bias: z.boolean().default(true),
  /** Earlier outputs: `features`, the name that a layer has under `as`, or its number in the card, counted from 1. */
  earlier: z.union([z.string().min(1), z.int().min(0)]),
};
