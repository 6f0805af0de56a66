import { crossingSign, scalings } from "@evenodds/core";
import {
  backboneNames,
  discriminatorLossNames,
  discriminatorNames,
  engineNames,
  heldOutLabelChoices,
  methodNames,
  modes,
  monitors,
  stratifications,
  taskLossNames,
  trainingOptionsSchema,
} from "@evenodds/trainer/options";
import { parseCount, parseNumber, parsePositiveCount } from "../console/parse-number.js";
import type { OptionSpec } from "./option-spec.js";

const defaults = trainingOptionsSchema.parse({});

/** `--engine`, of commands that train. */
export const engineOption: OptionSpec<never> = {
  flags: "--engine <name>",
  help: "where to compute",
  choices: engineNames,
  standard: "auto",
};

/** `--draw-split`, of commands that train. */
export const drawSplitOption: OptionSpec<never> = {
  flags: "--draw-split",
  help: "draw a split although the graph gives one",
};

/** `--workers`, of commands that train side by side. */
export const workersOption: OptionSpec<never> = {
  flags: "--workers <count>",
  help: "threads that train side by side (default: one per core)",
  parse: parsePositiveCount,
};

/**
 * A flag for every option of a training run, so that the parsed flags are what `parseTrainingOptions` takes. Which of
 * them a run would ignore is known by the trainer: see `refuseIgnored`.
 */
export const trainingOptions: readonly OptionSpec<never>[] = [
  { flags: "--method <name>", help: "how to learn", choices: methodNames, standard: defaults.method },
  {
    flags: "--discriminator-loss <name>",
    help: "what EqGNN's discriminator is asked",
    choices: discriminatorLossNames,
    standard: defaults.discriminatorLoss,
  },
  {
    flags: "--mode <name>",
    help: "follow the paper's published code or its text",
    choices: modes,
    standard: defaults.mode,
  },
  {
    flags: "--task-loss <name>",
    help: "what is learned; chosen by the label where not given",
    choices: taskLossNames,
  },
  {
    flags: "--sensitive <column>",
    help: "sensitive attribute to equalize; given again, crossed with the one before",
    parse: cross,
    repeats: true,
  },
  {
    flags: "--lambda <number>",
    help: "weight of adversary and covariance",
    parse: parseNumber,
    standard: defaults.lambda,
  },
  {
    flags: "--gamma <number>",
    help: "weight of the covariance within them",
    parse: parseNumber,
    standard: defaults.gamma,
  },
  {
    flags: "--scale <method>",
    help: "scaling of the features, part of the exported model",
    choices: scalings,
    standard: defaults.scale,
  },
  {
    flags: "--backbone <name>",
    help: "layers of the classifier",
    choices: backboneNames,
    standard: defaults.backbone,
  },
  { flags: "--layers <count>", help: "layers of the backbone", parse: parseCount, standard: defaults.layers },
  { flags: "--hidden <width>", help: "width of the hidden layers", parse: parseCount, standard: defaults.hidden },
  {
    flags: "--heads <count>",
    help: "attention heads within the hidden width",
    parse: parseCount,
    standard: defaults.heads,
  },
  { flags: "--dropout <rate>", help: "dropout rate in [0, 1)", parse: parseNumber, standard: defaults.dropout },
  { flags: "--batch-norm", help: "normalize batches between layer and ReLU" },
  {
    flags: "--discriminator <name>",
    help: "network of the discriminator",
    choices: discriminatorNames,
    standard: defaults.discriminator,
  },
  {
    flags: "--discriminator-sees-hidden",
    help: "show the discriminator the last hidden layer, whatever the method",
    conflicts: ["--no-discriminator-sees-hidden"],
  },
  {
    flags: "--no-discriminator-sees-hidden",
    help: "keep the last hidden layer from the discriminator",
  },
  {
    flags: "--held-out-labels <choice>",
    help: "labels and attributes outside the part in use, for the discriminator",
    choices: heldOutLabelChoices,
    standard: defaults.heldOutLabels,
  },
  {
    flags: "--monitor <loss>",
    help: "what early stopping watches",
    choices: monitors,
    standard: defaults.monitor,
  },
  {
    flags: "--learning-rate <number>",
    help: "step size of Adam",
    parse: parseNumber,
    standard: defaults.learningRate,
  },
  { flags: "--epochs <count>", help: "maximum number of epochs", parse: parseCount, standard: defaults.epochs },
  {
    flags: "--patience <count>",
    help: "epochs without a better validation loss before stopping",
    parse: parseCount,
    standard: defaults.patience,
  },
  { flags: "--seed <number>", help: "seed of everything random", parse: parseCount, standard: defaults.seed },
  { flags: "--split-seed <number>", help: "seed of the split alone", parse: parseCount },
  {
    flags: "--train-share <number>",
    help: "share of labelled nodes to train on",
    parse: parseNumber,
    standard: defaults.trainShare,
  },
  {
    flags: "--validation-share <number>",
    help: "share of labelled nodes to stop by",
    parse: parseNumber,
    standard: defaults.validationShare,
  },
  {
    flags: "--stratify <by>",
    help: "keep these shares equal in all parts of the split",
    choices: stratifications,
    standard: defaults.stratify,
  },
];

function cross(name: string, before: string | undefined): string {
  return before === undefined ? name : `${before}${crossingSign}${name}`;
}
