import { dataFilesOf, readInspected } from "evenodds/internal";
import { cutModelFile } from "evenodds/internal/models";
import type { LayersFlags } from "../commands/layers.js";
import type { Terminal } from "../console/terminal.js";
import type { DescribedCommand } from "../options/described-command.js";
import { proofTable } from "./proof-table.js";

/** Cuts a model into steps, after proving that they compute the same. */
export async function layerAction(
  model: string,
  { out }: LayersFlags,
  { command, terminal }: { readonly command: DescribedCommand; readonly terminal: Pick<Terminal, "log"> },
): Promise<void> {
  const inspected = await readInspected(model);
  await command.checkRead(...dataFilesOf(inspected));
  const { plan, proofs } = await cutModelFile(inspected, { out });
  for (const line of proofTable(proofs)) terminal.log(line);
  const dense = plan.steps.filter(({ op }) => op === "dense").length;
  const counted = `${dense} dense, ${plan.steps.length - dense} along arcs`;
  terminal.log(`wrote ${out}: ${plan.steps.length} steps (${counted}), proven on ${proofs.length} graphs`);
}
