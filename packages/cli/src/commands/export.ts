import type { Command } from "commander";
import type { ExportForm } from "@evenodds/core";
import { parseCount, parseNumber } from "../console/parse-number.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { formOption } from "../options/model-options.js";
import { proofTable } from "./proof-table.js";
import { writtenLine } from "./written-line.js";

interface Flags {
  readonly out: string;
  readonly graph?: string;
  readonly tolerance: number;
  readonly form: ExportForm;
  readonly nodes?: number;
  readonly edges?: number;
  readonly author?: string;
  readonly license?: string;
}

const exportTable: CommandTable = {
  name: "export",
  summary: "write a trained model as ONNX, proven equal to what was trained",
  examples: ["evenodds export runs/nba-eqgnn --out models/nba-eqgnn/model.onnx"],
  arguments: [{ name: "<run>", help: "folder of a finished run", reads: "run" }],
  options: [
    { flags: "--out <file>", help: "ONNX file to write", mandatory: true, writes: { kind: "model" } },
    { flags: "--graph <folder>", help: "where the training graph is now, if it was moved", reads: "graph" },
    {
      flags: "--tolerance <number>",
      help: "largest relative difference of logits",
      parse: parseNumber,
      standard: 1e-4,
    },
    formOption,
    {
      flags: "--nodes <count>",
      help: "fix the number of nodes, for runtimes that need static shapes",
      parse: parseCount,
    },
    { flags: "--edges <count>", help: "fix the number of arcs likewise; an undirected edge is two", parse: parseCount },
    { flags: "--author <text>", help: "who made the model, names separated by commas; kept in the file" },
    { flags: "--license <text>", help: "licence of the model, preferably an SPDX identifier; kept in the file" },
  ],
};

/** `evenodds export`: writes the model of a run as ONNX after proving it. */
export function exportCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(exportTable).action(async (run: string, { out, graph, edges, ...options }: Flags) => {
    const { exportRun } = await import("evenodds/internal/training");
    const { proofs, ...written } = await exportRun({ run, graph, out, arcs: edges, ...options });
    for (const line of proofTable(proofs)) terminal.log(line);
    terminal.log(writtenLine(out, { ...written, opset: 18, graphs: proofs.length }));
  });
}
