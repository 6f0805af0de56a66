import type { ExportForm, ExportableModel } from "@evenodds/exporter";
import type { Command } from "commander";
import { parseNumber } from "../console/parse-number.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import { formOption } from "./form-option.js";
import { proofTable } from "./proof-table.js";
import { writtenLine } from "./written-line.js";

interface Flags {
  readonly model: string;
  readonly out: string;
  readonly logits?: string;
  readonly graph?: string;
  readonly tolerance: number;
  readonly form: ExportForm;
  readonly author?: string;
  readonly license?: string;
}

/** `evenodds import`: writes a model that PyTorch Geometric trained as ONNX. */
export function importCommand({ terminal }: CommandContext): Command {
  return describeCommand("import", {
    summary: "write weights that PyTorch Geometric trained as ONNX, proven",
    examples: ["evenodds import gat.safetensors --model gat.yaml --logits gat-run.safetensors --out gat.onnx"],
  })
    .argument("<state>", "safetensors file of the model's state dict")
    .requiredOption("--model <file>", "model card: what the layers are, features, classes")
    .requiredOption("--out <file>", "ONNX file to write")
    .option(
      "--logits <file>",
      "safetensors file with x, edge_index and the logits of the original model, to compare with",
    )
    .option("--graph <folder>", "graph to compare on, besides random ones")
    .option("--tolerance <number>", "largest relative difference of logits", parseNumber, 1e-4)
    .addOption(formOption())
    .option("--author <text>", "who made the model, names separated by commas, in place of what the card says")
    .option("--license <text>", "licence of the model, best as SPDX identifier, in place of what the card says")
    .action(async (state: string, { logits, graph, ...flags }: Flags) => {
      const { importModelFile } = await import("../workflows/import-model.js");
      const { model, proofs, selfLoops, ...written } = await importModelFile({ state, logits, graph, ...flags });
      terminal.log(proofTable(proofs));
      for (const note of notesOn(model, { logits, selfLoops })) terminal.log(`note: ${note}`);
      terminal.log(writtenLine(flags.out, { ...written, opset: 18, graphs: proofs.length }));
    });
}

function notesOn(
  { layers }: ExportableModel,
  { logits, selfLoops }: { logits: string | undefined; selfLoops: number },
): string[] {
  const notes: string[] = [];
  if (logits === undefined) {
    notes.push(
      "the card's formulas were proven, not that the original model has them; --logits compares with a run of it",
    );
  }
  if (layers.some(({ kind }) => kind === "gcn")) {
    notes.push(
      "PyG's GCNConv replaces a self loop that is listed, this model adds one to it: on graphs with self loops the logits " +
        "differ; remove them first" +
        (selfLoops === 0 ? "" : ` (the graph has ${selfLoops})`),
    );
  }
  notes.push("the training nodes are not known: audit with --split all, on nodes that were not trained on");
  return notes;
}
