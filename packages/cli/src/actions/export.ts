import { contract } from "@evenodds/core";
import { exportRun } from "evenodds/internal/training";
import type { ExportFlags } from "../commands/export.js";
import type { Terminal } from "../console/terminal.js";
import { proofTable } from "./proof-table.js";
import { writtenLine } from "./written-line.js";

/** Writes the model of a run as ONNX after proving it. */
export async function exportAction(
  run: string,
  { out, graph, edges, ...options }: ExportFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  const { proofs, ...written } = await exportRun(run, { graph, out, arcs: edges, ...options });
  for (const line of proofTable(proofs)) terminal.log(line);
  terminal.log(writtenLine(out, { ...written, opset: contract.opset, graphs: proofs.length }));
}
