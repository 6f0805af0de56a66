import type { InputMap } from "@evenodds/auditor";
import type { OptimizeFindings } from "@evenodds/exporter";
import { dataFilesOf, readInspected } from "evenodds/internal";
import { optimizeModelFile } from "evenodds/internal/models";
import type { OptimizeFlags } from "../commands/optimize.js";
import type { Terminal } from "../console/terminal.js";
import type { DescribedCommand } from "../options/described-command.js";
import { proofTable } from "./proof-table.js";
import { writtenLine } from "./written-line.js";

/** Makes a model that was exported elsewhere fast, after proving that it computes the same. */
export async function optimizeAction(
  model: string,
  { out, graph, map, ...flags }: OptimizeFlags,
  { command, terminal }: { readonly command: DescribedCommand; readonly terminal: Pick<Terminal, "log"> },
): Promise<void> {
  const inspected = await readInspected(model);
  await command.checkRead(...dataFilesOf(inspected));
  const { findings, warnings, proofs, ...written } = await optimizeModelFile(inspected, {
    ...{ out, graph },
    ...flags,
    // Roles are checked where they are bound.
    map: map as InputMap | undefined,
  });
  for (const line of findingLines(findings)) terminal.log(line);
  for (const { message } of warnings) terminal.log(`warning: ${message}`);
  for (const line of proofTable(proofs)) terminal.log(line);
  terminal.log(writtenLine(out, { ...written, opset: findings.opset, graphs: proofs.length }));
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
