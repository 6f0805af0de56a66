import type { Command } from "commander";
import type { ExportForm } from "@evenodds/exporter";
import { parseCount, parseNumber } from "../console/parse-number.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import { formOption } from "./form-option.js";
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

/** `evenodds export`: writes the model of a run as ONNX after proving it. */
export function exportCommand({ terminal }: CommandContext): Command {
  return describeCommand("export", {
    summary: "write a trained model as ONNX, proven equal to what was trained",
    examples: ["evenodds export runs/nba-eqgnn --out models/nba-eqgnn/model.onnx"],
  })
    .argument("<run>", "folder of a finished run")
    .requiredOption("--out <file>", "ONNX file to write")
    .option("--graph <folder>", "where the training graph is now, if it was moved")
    .option("--tolerance <number>", "largest relative difference of logits", parseNumber, 1e-4)
    .addOption(formOption())
    .option("--nodes <count>", "fix the number of nodes, for runtimes that need static shapes", parseCount)
    .option("--edges <count>", "fix the number of arcs likewise; an undirected edge is two", parseCount)
    .option("--author <text>", "who made the model, names separated by commas; kept in the file")
    .option("--license <text>", "licence of the model, best as SPDX identifier; kept in the file")
    .action(async (run: string, { out, graph, edges, ...options }: Flags) => {
      const { exportRun } = await import("../workflows/export-run.js");
      const { proofs, ...written } = await exportRun({ run, graph, out, arcs: edges, ...options });
      terminal.log(proofTable(proofs));
      terminal.log(writtenLine(out, { ...written, opset: 18, graphs: proofs.length }));
    });
}
