import { UsageError, type Provider } from "@evenodds/core";
import { fileFormat, hasFormulas, writePredictions } from "@evenodds/data";
import type { Command } from "commander";
import { predict } from "evenodds";
import { checkOutput, dataFilesOf, readInspected } from "evenodds/internal";
import { oneLogitOption, outputKindOption, providerOption, trustScatterOption } from "../options/model-options.js";
import { csvSafeOption } from "../options/output-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { askedKind, type OutputFlags } from "./model-output.js";

interface Flags extends OutputFlags {
  readonly out: string;
  readonly provider: Provider;
  readonly csvSafe?: true;
}

const predictTable: CommandTable = {
  name: "predict",
  summary: "write the predictions of a model for every node of a graph",
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
    outputKindOption,
    oneLogitOption,
    trustScatterOption,
    { flags: "--regression", help: "the model's one output is the predicted number" },
  ],
};

/** `evenodds predict`: writes what a model says about every node of a graph. */
export function predictCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(predictTable);
  return command.action(async (model: string, graph: string, flags: Flags) => {
    const { out, provider, csvSafe, trustScatter } = flags;
    const outputKind = askedKind(flags);
    await checkOutput(out, { kind: "file" });
    if (!hasFormulas(fileFormat(out, "write")) && csvSafe) throw noFormulas(out);
    const inspected = await readInspected(model);
    await command.checkRead(...dataFilesOf(inspected));
    const predicted = await predict(inspected, graph, { outputKind, trustScatter, provider });
    await writePredictions(out, { ...predicted, csvSafe });
    for (const { message } of predicted.warnings) terminal.log(`warning: ${message}`);
    for (const note of predicted.notes) terminal.log(`note: ${note}`);
    terminal.log(`wrote ${out}: ${predicted.nodeIds.length} nodes`);
  });
}

function noFormulas(out: string): UsageError {
  return new UsageError({
    argument: "--csv-safe",
    expected: "a CSV or TSV file to write",
    found: `--out ${out}`,
    hint: "leave it out: spreadsheets find no formulas in other formats",
  });
}
