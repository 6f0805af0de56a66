import type { OptimizeFindings } from "@evenodds/exporter";
import type { Command } from "commander";
import { dataFilesOf, readInspected } from "evenodds/internal";
import { parseNumber } from "../console/parse-number.js";
import { DescribedCommand } from "../options/described-command.js";
import { trustScatterOption } from "../options/model-options.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { proofTable } from "./proof-table.js";
import { writtenLine } from "./written-line.js";

interface Flags {
  readonly out: string;
  readonly graph?: string;
  readonly tolerance: number;
  readonly trustScatter?: true;
}

const optimizeTable: CommandTable = {
  name: "optimize",
  summary: "make a model that was exported elsewhere fast, proven equal to it",
  examples: ["evenodds optimize model.onnx --out fast.onnx"],
  arguments: [{ name: "<model>", help: "ONNX file, such as torch.onnx makes of PyTorch Geometric", reads: "model" }],
  options: [
    { flags: "--out <file>", help: "ONNX file to write", mandatory: true, writes: { kind: "model" } },
    { flags: "--graph <folder>", help: "also compare the two on this graph", reads: "graph" },
    {
      flags: "--tolerance <number>",
      help: "largest relative difference of logits",
      parse: parseNumber,
      standard: 1e-4,
    },
    trustScatterOption,
  ],
};

/** `evenodds optimize`: makes a model that was exported elsewhere fast, after proving that it computes the same. */
export function optimizeCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(optimizeTable);
  return command.action(async (model: string, { out, graph, ...flags }: Flags) => {
    const { optimizeModelFile } = await import("evenodds/internal/models");
    const inspected = await readInspected(model);
    await command.checkRead(...dataFilesOf(inspected));
    const request = { model: inspected, out, graph, ...flags };
    const { findings, warnings, proofs, ...written } = await optimizeModelFile(request);
    for (const line of findingLines(findings)) terminal.log(line);
    for (const { message } of warnings) terminal.log(`warning: ${message}`);
    for (const line of proofTable(proofs)) terminal.log(line);
    terminal.log(writtenLine(out, { ...written, opset: findings.opset, graphs: proofs.length }));
  });
}

function findingLines({ rewritten, left, tables }: OptimizeFindings): string[] {
  const by = tables === 1 ? "one set of tables" : `${tables} sets of tables`;
  const sums = rewritten.map(({ pattern, count }) => `${count} ${pattern}${count === 1 ? "" : "s"}`);
  return [
    `rewrote ${sums.join(", ")} over neighbours, by ${by}`,
    ...left.map(
      ({ reason, count }) => `left ${count} ${count === 1 ? "scatter as it is" : "scatters as they are"}: ${reason}`,
    ),
  ];
}
