import type { InputMap } from "@evenodds/auditor";
import type { Provider } from "@evenodds/core";
import type { Command } from "commander";
import {
  mapOption,
  oneLogitOption,
  outputOption,
  outputKindOption,
  providerOption,
  trustScatterOption,
} from "../options/model-options.js";
import { csvSafeOption } from "../options/csv-safe-option.js";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import type { OutputFlags } from "../actions/asked-kind.js";

/** Flags of `evenodds predict`. */
export interface PredictFlags extends OutputFlags {
  readonly out: string;
  readonly provider: Provider;
  readonly csvSafe?: true;
  readonly map?: InputMap;
  readonly output?: string;
  readonly memory?: number;
}

const predictTable: CommandTable = {
  ...headings.predict,
  examples: ["evenodds predict models/nba-eqgnn/model.onnx samples/nba --out out/predictions.csv"],
  arguments: [
    { name: "<model>", help: "ONNX model of the nodes: a classifier, or a regression", reads: "model" },
    { name: "<graph>", help: "folder with a graph.yaml, or a graph card", reads: "graph" },
  ],
  options: [
    {
      flags: "--out <file>",
      help: "CSV, TSV, Parquet or JSON file to write, by its extension",
      mandatory: true,
      writes: { kind: "file" },
    },
    csvSafeOption,
    providerOption,
    mapOption,
    outputOption,
    outputKindOption,
    oneLogitOption,
    trustScatterOption,
    { flags: "--regression", help: "the model's one output is the predicted number" },
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds predict`: writes what a model says about every node of a graph. */
export function predictCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(predictTable);
  return command.action(async (model: string, graph: string, flags: PredictFlags) => {
    const { predictAction } = await import("../actions/predict.js");
    await predictAction(flags, { model, graph, command, terminal });
  });
}
