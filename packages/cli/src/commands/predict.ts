import { predictClasses, predictNumbers, softmax, type Provider } from "@evenodds/auditor";
import { fileFormat, writePredictions, type Predictions } from "@evenodds/data";
import type { Command } from "commander";
import { oneLogitOption, providerOption } from "../options/model-options.js";
import { checkOutput } from "../workflows/check-output.js";
import {
  dataFilesOf,
  readInspected,
  runModel,
  type ClassifierOnGraph,
  type RegressionOnGraph,
} from "../workflows/run-model.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { askedTask, type TaskFlags } from "./model-task.js";

interface Flags extends TaskFlags {
  readonly out: string;
  readonly provider: Provider;
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
    providerOption,
    oneLogitOption,
    { flags: "--regression", help: "the model's one output is the predicted number" },
  ],
};

/** `evenodds predict`: writes what a model says about every node of a graph. */
export function predictCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(predictTable);
  return command.action(async (model: string, graph: string, { out, provider, ...flags }: Flags) => {
    const task = askedTask(flags);
    await checkOutput(out, { kind: "file" });
    fileFormat(out);
    const inspected = await readInspected(model);
    await command.checkRead(...dataFilesOf(inspected));
    const run = await runModel({ model: inspected, graph, task, provider });
    await writePredictions(out, run.task === "regression" ? numbersOf(run) : classesOf(run));
    for (const { message } of run.warnings) terminal.log(`warning: ${message}`);
    const orderNotes = run.task === "regression" ? [] : run.orderNotes;
    for (const note of [...run.notes, ...orderNotes]) terminal.log(`note: ${note}`);
    terminal.log(`wrote ${out}: ${run.loaded.graph.nodeCount} nodes`);
  });
}

function classesOf({ loaded, logits, match, label }: ClassifierOnGraph): Predictions {
  const { nodeIds } = loaded.graph;
  const columns = match.classes.length;
  return {
    nodeIds,
    classes: match.classes,
    predicted: predictClasses({ logits, columns }, { nodeIds }).prediction,
    label: loaded.labelled > 0 ? label : undefined,
    probabilities: Float32Array.from(softmax({ logits, columns })),
  };
}

function numbersOf({ loaded, output }: RegressionOnGraph): Predictions {
  const { nodeIds } = loaded.graph;
  return {
    nodeIds,
    predicted: predictNumbers(output, { nodeIds }).prediction,
    target: loaded.labelled > 0 ? loaded.nodes.target?.value : undefined,
  };
}
