import type { ExportForm } from "@evenodds/core";
import type { Command } from "commander";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { formOption, toleranceOption } from "../options/model-options.js";

/** Flags of `evenodds import`. */
export interface ImportFlags {
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
  ...headings.import,
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
    toleranceOption,
    formOption,
    {
      flags: "--author <text>",
      help: "who made the model, names separated by commas, in place of what the card says",
    },
    {
      flags: "--license <text>",
      help: "license of the model, preferably an SPDX identifier, in place of what the card says",
    },
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds import`: writes a model that PyTorch Geometric trained as ONNX. */
export function importCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(importTable).action(async (state: string, flags: ImportFlags) => {
    const { importAction } = await import("../actions/import.js");
    await importAction(state, flags, terminal);
  });
}
