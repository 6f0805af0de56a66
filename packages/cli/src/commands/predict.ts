import { predictClasses, predictNumbers, softmax, type Provider } from "@evenodds/auditor";
import { fileFormat, writePredictions, type Predictions } from "@evenodds/data";
import { Option, type Command } from "commander";
import { checkOutput } from "../workflows/check-output.js";
import { runModel, type ClassifierOnGraph, type RegressionOnGraph } from "../workflows/run-model.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import { askedTask, oneLogitOption, type TaskFlags } from "./model-task.js";

interface Flags extends TaskFlags {
  readonly out: string;
  readonly provider: Provider;
}

/** `evenodds predict`: writes what a model says about every node of a graph. */
export function predictCommand({ terminal }: CommandContext): Command {
  return describeCommand("predict", {
    summary: "write the predictions of a model for every node of a graph",
    examples: ["evenodds predict models/nba-eqgnn/model.onnx samples/nba --out out/predictions.csv"],
  })
    .argument("<model>", "ONNX model of the nodes: a classifier, or a regression")
    .argument("<graph>", "folder with a graph.yaml, or a graph card")
    .requiredOption("--out <file>", "CSV, TSV, Parquet or JSON file to write, by its extension")
    .addOption(
      new Option("--provider <name>", "execution provider; never replaced by another")
        .choices(["cpu", "cuda"])
        .default("cpu"),
    )
    .addOption(oneLogitOption())
    .option("--regression", "the model's one output is the predicted number")
    .action(async (model: string, graph: string, { out, provider, ...flags }: Flags) => {
      const task = askedTask(flags);
      await checkOutput(out, { kind: "file" });
      fileFormat(out);
      const run = await runModel({ model, graph, task, provider });
      await writePredictions(out, run.task === "regression" ? numbersOf(run) : classesOf(run));
      for (const note of run.notes) terminal.log(`note: ${note}`);
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
