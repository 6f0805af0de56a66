import type { ColumnMap } from "@evenodds/auditor";
import type { RequestedProvider } from "@evenodds/core";
import { isRowFile } from "@evenodds/data";
import type { Command } from "commander";
import {
  allowFallbackOption,
  deviceIdOption,
  mapOption,
  oneLogitOption,
  outputOption,
  outputKindOption,
  providerOption,
  trustScatterOption,
} from "../options/model-options.js";
import { csvSafeOption } from "../options/csv-safe-option.js";
import { parseDistinctNames } from "../console/parse-number.js";
import { graphArgument } from "../options/graph-argument.js";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import { commentOption, delimiterOption, headerOption } from "../options/layout-options.js";
import type { CommandTable, OptionSpec } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import type { RowFlags } from "../actions/requested-data.js";
import type { OutputFlags } from "../actions/asked-kind.js";

/** Flags of `evenodds predict`. */
export interface PredictFlags extends OutputFlags, RowFlags {
  readonly out: string;
  readonly provider: RequestedProvider;
  readonly deviceId?: number;
  readonly allowFallback?: true;
  readonly csvSafe?: true;
  readonly map?: ColumnMap;
  readonly output?: string;
  readonly memory?: number;
}

/** What a model predicts, with what it is called. */
const predictSubjects = { graph: "the nodes of a graph", table: "the rows of a table" } as const;
type PredictSubject = keyof typeof predictSubjects;

/** Of a file of rows; a graph has a card for them. */
const rowOptions: readonly OptionSpec<PredictSubject>[] = [
  {
    flags: "--id <column>",
    help: "column with the ids of the rows (default: their positions)",
    group: "Rows of a table instead of a graph:",
    subjects: ["table"],
    instead: "write it under nodes in the graph card",
  },
  {
    flags: "--label <column>",
    help: "column of the true class, which is no feature and is written too",
    subjects: ["table"],
    instead: "write it under nodes in the graph card",
  },
  {
    flags: "--sensitive <columns>",
    help: "columns of the groups, which are features only of a model that takes all columns",
    parse: parseDistinctNames,
    subjects: ["table"],
    instead: "of a graph it is known what the features are; leave it out",
  },
  {
    flags: "--classes <names>",
    help: "the classes, in order, where the model does not record them",
    parse: parseDistinctNames,
    subjects: ["table"],
    instead: "write classes: [low, high] under nodes.label in the graph card",
  },
  {
    flags: "--missing-values <texts>",
    help: "texts that stand for a missing value in any column, such as ?,unknown",
    parse: parseDistinctNames,
    subjects: ["table"],
    instead: "write missing: [?, unknown] at the label in the graph card",
  },
  ...[headerOption, delimiterOption, commentOption].map((option): OptionSpec<PredictSubject> => ({
    ...option,
    subjects: ["table"],
    instead: "write it under nodes or edges in the graph card",
  })),
];

const predictTable: CommandTable<PredictSubject> = {
  ...headings.predict,
  subjects: predictSubjects,
  deed: "predicting",
  subjectsOf: ({ arguments: [, graph] }) => [typeof graph === "string" && isRowFile(graph) ? "table" : "graph"],
  examples: [
    "evenodds predict models/nba-eqgnn/model.onnx samples/nba --out out/predictions.csv",
    "evenodds predict model.onnx people.csv --id id --out predictions.csv",
  ],
  arguments: [
    { name: "<model>", help: "ONNX model of nodes or rows: a classifier, or a regression", reads: "model" },
    graphArgument("<graph>", { rows: true }),
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
    deviceIdOption,
    allowFallbackOption,
    mapOption,
    outputOption,
    outputKindOption,
    oneLogitOption,
    trustScatterOption,
    { flags: "--regression", help: "the model's one output is the predicted number" },
    memoryOption,
    timeoutOption,
    ...rowOptions,
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
