import { crossingSign } from "@evenodds/core";
import {
  backboneNames,
  discriminatorLossNames,
  discriminatorNames,
  methodNames,
  taskLossNames,
  trainingOptionsSchema,
} from "@evenodds/trainer/options";
import { Option, type Command } from "commander";
import { parseCount, parseNumber } from "../console/parse-number.js";

const defaults = trainingOptionsSchema.parse({});

/** Adds a flag for every option of a training run, so that the parsed flags are what `parseTrainingOptions` takes. */
export function addTrainingFlags(command: Command): Command {
  return command
    .addOption(new Option("--method <name>", "how to learn").choices(methodNames).default(defaults.method))
    .addOption(
      new Option("--discriminator-loss <name>", "what EqGNN's discriminator is asked")
        .choices(discriminatorLossNames)
        .default(defaults.discriminatorLoss),
    )
    .addOption(
      new Option("--mode <name>", "follow the paper's published code or its text")
        .choices(["official", "paper"])
        .default(defaults.mode),
    )
    .addOption(
      new Option("--task-loss <name>", "what is learned; chosen by the label where not given").choices(taskLossNames),
    )
    .option("--sensitive <column>", "sensitive attribute to equalize; given again, crossed with the one before", cross)
    .option("--lambda <number>", "weight of adversary and covariance", parseNumber, defaults.lambda)
    .option("--gamma <number>", "weight of the covariance within them", parseNumber, defaults.gamma)
    .addOption(
      new Option("--scale <method>", "scaling of the features, part of the exported model")
        .choices(["none", "min-max", "z-score"])
        .default(defaults.scale),
    )
    .addOption(
      new Option("--backbone <name>", "layers of the classifier").choices(backboneNames).default(defaults.backbone),
    )
    .option("--layers <count>", "layers of the backbone", parseCount, defaults.layers)
    .option("--hidden <width>", "width of the hidden layers", parseCount, defaults.hidden)
    .option("--heads <count>", "attention heads within the hidden width", parseCount, defaults.heads)
    .option("--dropout <rate>", "dropout rate in [0, 1)", parseNumber, defaults.dropout)
    .option("--batch-norm", "normalize batches between layer and ReLU")
    .addOption(
      new Option("--discriminator <name>", "network of the discriminator")
        .choices(discriminatorNames)
        .default(defaults.discriminator),
    )
    .option("--discriminator-sees-hidden", "show the discriminator the last hidden layer, whatever the method")
    .option("--no-discriminator-sees-hidden", "keep the last hidden layer from the discriminator")
    .addOption(
      new Option("--held-out-labels <choice>", "labels and attributes outside the part in use, for the discriminator")
        .choices(["visible", "hidden"])
        .default(defaults.heldOutLabels),
    )
    .addOption(
      new Option("--monitor <loss>", "what early stopping watches").choices(["full", "task"]).default(defaults.monitor),
    )
    .option("--learning-rate <number>", "step size of Adam", parseNumber, defaults.learningRate)
    .option("--epochs <count>", "most epochs", parseCount, defaults.epochs)
    .option(
      "--patience <count>",
      "epochs without a better validation loss before stopping",
      parseCount,
      defaults.patience,
    )
    .option("--seed <number>", "seed of everything random", parseCount, defaults.seed)
    .option("--split-seed <number>", "seed of the split alone", parseCount)
    .option("--train-share <number>", "share of labelled nodes to train on", parseNumber, defaults.trainShare)
    .option("--validation-share <number>", "share of labelled nodes to stop by", parseNumber, defaults.validationShare)
    .addOption(
      new Option("--stratify <by>", "keep these shares equal in all parts of the split")
        .choices(["none", "label", "label-and-sensitive"])
        .default(defaults.stratify),
    );
}

function cross(name: string, before: string | undefined): string {
  return before === undefined ? name : `${before}${crossingSign}${name}`;
}
