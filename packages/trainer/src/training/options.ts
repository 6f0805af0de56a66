import { UsageError } from "@evenodds/core";
import { z } from "zod";

/** The options of a training run, with the defaults that the README names. Unknown keys are errors. */
export const trainingOptionsSchema = z
  .strictObject({
    /** `gcn` learns the label alone (λ = 0); `eqgnn` adds the permutation loss. */
    method: z.enum(["gcn", "eqgnn"]).default("eqgnn"),
    /** Which reading of the paper: its published code, or its text. */
    mode: z.enum(["official", "paper"]).default("official"),
    /** Name of the sensitive attribute; needed by every method but `gcn`, where it only serves the progress report. */
    sensitive: z.string().nullable().default(null),
    /** λ, weight of adversary and covariance against the task. */
    lambda: z.number().min(0).default(0.1),
    /** γ, weight of the covariance within them. */
    gamma: z.number().min(0).default(50),
    scale: z.enum(["none", "min-max", "z-score"]).default("min-max"),
    hidden: z.number().int().min(1).default(128),
    dropout: z.number().min(0).lt(1).default(0.5),
    /** Whether the discriminator sees the classifier's last hidden layer. */
    discriminatorSeesHidden: z.boolean().default(true),
    learningRate: z.number().positive().default(1e-3),
    epochs: z.number().int().min(1).default(1000),
    /** Epochs without a better validation loss after which training stops. */
    patience: z.number().int().min(1).default(50),
    seed: z.number().int().min(0).default(131),
    /** Seed of the split, where it should differ from `seed`. */
    splitSeed: z.number().int().min(0).nullable().default(null),
    trainShare: z.number().gt(0).lt(1).default(0.5),
    validationShare: z.number().gt(0).lt(1).default(0.25),
    stratify: z.enum(["none", "label", "label-and-sensitive"]).default("none"),
  })
  .refine((options) => options.trainShare + options.validationShare < 1, {
    path: ["validationShare"],
    message: "trainShare and validationShare must leave nodes for testing",
  });

export type TrainingOptions = z.output<typeof trainingOptionsSchema>;

/** Fills in defaults and checks ranges. Throws {@link UsageError} naming the first option that is wrong. */
export function parseTrainingOptions(options: unknown): TrainingOptions {
  const parsed = trainingOptionsSchema.safeParse(options);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new UsageError({
      argument: issue.path.join(".") || "training options",
      expected: "a value within its range",
      found: issue.message,
    });
  }
  if (parsed.data.method !== "gcn" && parsed.data.sensitive === null) {
    throw new UsageError({
      argument: "--sensitive",
      expected: `the attribute that ${parsed.data.method} equalizes`,
      found: "none",
      hint: "name one of the graph's sensitive columns, or use --method gcn",
    });
  }
  return parsed.data;
}
