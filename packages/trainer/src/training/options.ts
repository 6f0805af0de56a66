import { suggest, UsageError } from "@evenodds/core";
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
    message: "a sum with --train-share below 1, so that nodes are left for testing",
  });

export type TrainingOptions = z.output<typeof trainingOptionsSchema>;

function explainIssue(issue: z.core.$ZodIssue): UsageError {
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const names = Object.keys(trainingOptionsSchema.shape);
    return new UsageError({
      argument: "training options",
      expected: "known names",
      found: key,
      hint: suggest(key, names),
    });
  }
  // As a flag, because that is where nearly all options come from.
  const flag = issue.path.join(".").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const found = issue.code === "custom" ? "a larger one" : JSON.stringify(issue.input);
  return new UsageError({ argument: `--${flag}`, expected: expectation(issue), found });
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small") return `a number ${issue.inclusive ? "of at least" : "above"} ${issue.minimum}`;
  if (issue.code === "too_big") return `a number ${issue.inclusive ? "of at most" : "below"} ${issue.maximum}`;
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  return issue.message;
}

/** Fills in defaults and checks ranges. Throws {@link UsageError} naming the first option that is wrong. */
export function parseTrainingOptions(options: unknown): TrainingOptions {
  const parsed = trainingOptionsSchema.safeParse(options, { reportInput: true });
  if (!parsed.success) throw explainIssue(parsed.error.issues[0]!);
  const { method, sensitive, stratify } = parsed.data;
  if (stratify === "label-and-sensitive" && sensitive === null) {
    throw new UsageError({
      argument: "--stratify label-and-sensitive",
      expected: "a sensitive attribute to stratify by",
      found: "none",
      hint: "name it with --sensitive, or use --stratify label",
    });
  }
  if (method !== "gcn" && sensitive === null) {
    throw new UsageError({
      argument: "--sensitive",
      expected: `the attribute that ${method} equalizes`,
      found: "none",
      hint: "name one of those under nodes.sensitive of the graph card, or use --method gcn",
    });
  }
  return parsed.data;
}
