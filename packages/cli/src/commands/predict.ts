import { predictClasses, softmax, type Provider } from "@evenodds/auditor";
import { fileFormat, writePredictions } from "@evenodds/data";
import { Option, type Command } from "commander";
import { checkOutput } from "../workflows/check-output.js";
import { runModel } from "../workflows/run-model.js";
import { describeCommand, type CommandContext } from "./command-context.js";

interface Flags {
  readonly out: string;
  readonly provider: Provider;
}

/** `evenodds predict`: writes what a model says about every node of a graph. */
export function predictCommand({ terminal }: CommandContext): Command {
  return describeCommand("predict", {
    summary: "write the predictions of a model for every node of a graph",
    examples: ["evenodds predict models/nba-eqgnn/model.onnx samples/nba --out out/predictions.csv"],
  })
    .argument("<model>", "ONNX node classifier")
    .argument("<graph>", "folder with a graph.yaml, or a graph card")
    .requiredOption("--out <file>", "CSV, TSV, Parquet or JSON file to write, by its extension")
    .addOption(
      new Option("--provider <name>", "execution provider; never replaced by another")
        .choices(["cpu", "cuda"])
        .default("cpu"),
    )
    .action(async (model: string, graph: string, { out, provider }: Flags) => {
      await checkOutput(out, { kind: "file" });
      fileFormat(out);
      const { loaded, logits, match, label } = await runModel({ model, graph, provider });
      const { nodeIds } = loaded.graph;
      const columns = match.classes.length;
      const { prediction } = predictClasses({ logits, columns }, { nodeIds });
      await writePredictions(out, {
        nodeIds,
        classes: match.classes,
        predicted: prediction,
        label: loaded.labelled > 0 ? label : undefined,
        probabilities: Float32Array.from(softmax({ logits, columns })),
      });
      terminal.log(`wrote ${out}: ${nodeIds.length} nodes`);
    });
}
