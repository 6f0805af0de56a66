import { scalings, suggest, UsageError } from "@evenodds/core";
import * as z from "zod";
import { backboneNames, hasHeads } from "../networks/backbone-layer.js";
import { discriminatorNames } from "../networks/discriminator-layers.js";
import { discriminatorLossNames, methodNames } from "../methods/method-names.js";
import { taskLossNames } from "../tasks/task-loss-names.js";
import { heldOutLabelChoices, modes, monitors, stratifications } from "./training-choices.js";

/** The options of a training run, with the defaults that the README names. Unknown keys are errors. */
export const trainingOptionsSchema = z
  .strictObject({
    /** `gcn` learns the label alone (λ = 0), the others play against an adversary; see `methods/`. */
    method: z.enum(methodNames).default("eqgnn"),
    /** What EqGNN's discriminator is asked, see `adversaries/`. */
    discriminatorLoss: z.enum(discriminatorLossNames).default("permutation"),
    /** Which reading of the paper: its published code, or its text. */
    mode: z.enum(modes).default("official"),
    /** What is learned; null takes squared error for a numeric label and cross entropy for classes. */
    taskLoss: z.enum(taskLossNames).nullable().default(null),
    /**
     * Name of the sensitive attribute, or of several that are crossed, as `sex × age`; needed by every method but
     * `gcn`, where it only serves the progress report.
     */
    sensitive: z.string().nullable().default(null),
    /** λ, weight of adversary and covariance against the task. */
    lambda: z.number().min(0).default(0.1),
    /** γ, weight of the covariance within them. */
    gamma: z.number().min(0).default(50),
    scale: z.enum(scalings).default("min-max"),
    backbone: z.enum(backboneNames).default("gcn"),
    /** Layers of the backbone, before the linear one that gives the logits. */
    layers: z.number().int().min(1).default(2),
    hidden: z.number().int().min(1).default(128),
    /** Attention heads side by side in the hidden width. */
    heads: z.number().int().min(1).default(4),
    dropout: z.number().min(0).lt(1).default(0.5),
    batchNorm: z.boolean().default(false),
    /** The network of the discriminator. */
    discriminator: z.enum(discriminatorNames).default("gcn"),
    /** Whether the discriminator sees the classifier's last hidden layer; null leaves it to the method. */
    discriminatorSeesHidden: z.boolean().nullable().default(null),
    /**
     * Whether the discriminator sees label and attribute of nodes outside the part that is looked at: `visible` is the
     * official code, where those of test nodes reach training through the discriminator's graph; `hidden` keeps them
     * out.
     */
    heldOutLabels: z.enum(heldOutLabelChoices).default("visible"),
    /** What early stopping watches on the validation nodes: the classifier's whole loss, or the task's part of it. */
    monitor: z.enum(monitors).default("full"),
    learningRate: z.number().positive().default(1e-3),
    epochs: z.number().int().min(1).default(1000),
    /** Epochs without a better validation loss after which training stops. */
    patience: z.number().int().min(1).default(50),
    seed: z.number().int().min(0).default(131),
    /** Seed of the split, where it should differ from `seed`. */
    splitSeed: z.number().int().min(0).nullable().default(null),
    trainShare: z.number().gt(0).lt(1).default(0.5),
    validationShare: z.number().gt(0).lt(1).default(0.25),
    stratify: z.enum(stratifications).default("none"),
  })
  .refine((options) => options.trainShare + options.validationShare < 1, {
    path: ["validationShare"],
    message: "a sum with ‘trainShare’ below 1, so that nodes are left for testing",
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
  const found = issue.code === "custom" ? "a larger one" : JSON.stringify(issue.input);
  return new UsageError({ argument: `‘${issue.path.join(".")}’`, expected: expectation(issue), found });
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small") return `a number ${issue.inclusive ? "of at least" : "above"} ${issue.minimum}`;
  if (issue.code === "too_big") return `a number ${issue.inclusive ? "of at most" : "below"} ${issue.maximum}`;
  if (issue.code === "invalid_type")
    return issue.expected === "int" ? "a whole number" : `a ${typeWords(issue.expected)}`;
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  return issue.message;
}

function typeWords(type: string): string {
  return type === "string" ? "text" : type === "boolean" ? "value true or false" : type;
}

/** Fills in defaults and checks ranges. Throws {@link UsageError} naming the first option that is wrong. */
export function parseTrainingOptions(options: unknown): TrainingOptions {
  const parsed = trainingOptionsSchema.safeParse(options, { reportInput: true });
  if (!parsed.success) throw explainIssue(parsed.error.issues[0]!);
  const { method, sensitive, stratify, backbone, hidden, heads, discriminatorLoss, discriminatorSeesHidden } =
    parsed.data;
  if (hasHeads(backbone) && hidden % heads !== 0) {
    throw new UsageError({
      argument: "‘heads’",
      expected: `a divisor of ‘hidden’ ${hidden}`,
      found: `${heads}`,
    });
  }
  if (discriminatorLoss === "permutation/h" && discriminatorSeesHidden === true) {
    throw new UsageError({
      argument: "‘discriminatorLoss’ permutation/h",
      expected: "a discriminator that does not see the hidden layer",
      found: "‘discriminatorSeesHidden’",
      hint: "use ‘discriminatorLoss’ permutation",
    });
  }
  if (stratify === "label-and-sensitive" && sensitive === null) {
    throw new UsageError({
      argument: "‘stratify’ label-and-sensitive",
      expected: "a sensitive attribute to stratify by",
      found: "none",
      hint: "name it with ‘sensitive’, or use ‘stratify’ label",
    });
  }
  if (method !== "gcn" && sensitive === null) {
    throw new UsageError({
      argument: "‘sensitive’",
      expected: `the attribute that ${method} equalizes`,
      found: "none",
      hint: "name one of those under nodes.sensitive of the graph card, or use ‘method’ gcn",
    });
  }
  return parsed.data;
}
