import type { ExportForm } from "@evenodds/core";
import type { Command } from "commander";
import { parseNumber } from "../console/parse-number.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { formOption } from "../options/model-options.js";
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

const importTable: CommandTable = {
  name: "import",
  summary: "write weights that PyTorch Geometric trained as ONNX, proven",
  examples: ["evenodds import gat.safetensors --model gat.yaml --logits gat-run.safetensors --out gat.onnx"],
  arguments: [{ name: "<state>", help: "safetensors file of the model's state dict", reads: "file" }],
  options: [
    {
      flags: "--model <file>",
      help: "model card: what the layers are, features, classes",
      mandatory: true,
      reads: "file",
    },
    { flags: "--out <file>", help: "ONNX file to write", mandatory: true, writes: { kind: "model" } },
    {
      flags: "--logits <file>",
      help: "safetensors file with x, edge_index and the logits of the original model, to compare with",
      reads: "file",
    },
    { flags: "--graph <folder>", help: "graph to compare on, besides random ones", reads: "graph" },
    {
      flags: "--tolerance <number>",
      help: "largest relative difference of logits",
      parse: parseNumber,
      standard: 1e-4,
    },
    formOption,
    {
      flags: "--author <text>",
      help: "who made the model, names separated by commas, in place of what the card says",
    },
    {
      flags: "--license <text>",
      help: "licence of the model, preferably an SPDX identifier, in place of what the card says",
    },
  ],
};

/** `evenodds import`: writes a model that PyTorch Geometric trained as ONNX. */
export function importCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(importTable).action(async (state: string, { logits, graph, ...flags }: Flags) => {
    const { importModelFile } = await import("evenodds/internal/models");
    const { proofs, selfLoops, ...written } = await importModelFile({ state, logits, graph, ...flags });
    for (const line of proofTable(proofs)) terminal.log(line);
    for (const note of notesOn({ logits, selfLoops })) terminal.log(`note: ${note}`);
    terminal.log(writtenLine(flags.out, { ...written, opset: 18, graphs: proofs.length }));
  });
}

function notesOn({ logits, selfLoops }: { logits: string | undefined; selfLoops: number | null }): string[] {
  const notes: string[] = [];
  if (logits === undefined) {
    notes.push(
      "the card's formulas were proven, not that the original model has them; --logits compares with a run of it",
    );
  }
  if (selfLoops !== null) {
    notes.push(
      "PyG's GCNConv replaces a self loop that is listed, this model adds one to it: on graphs with self loops the logits " +
        "differ; remove them first" +
        (selfLoops === 0 ? "" : ` (the graph has ${selfLoops})`),
    );
  }
  notes.push("the training nodes are not known: audit with --split all, on nodes that were not trained on");
  return notes;
}
