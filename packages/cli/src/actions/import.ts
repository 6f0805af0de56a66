import { contract } from "@evenodds/core";
import { importModelFile } from "evenodds/internal/models";
import type { ImportFlags } from "../commands/import.js";
import type { Terminal } from "../console/terminal.js";
import { proofTable } from "./proof-table.js";
import { writtenLine } from "./written-line.js";

/** Writes a model that PyTorch Geometric trained as ONNX. */
export async function importAction(
  state: string,
  { logits, graph, ...flags }: ImportFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  const { proofs, selfLoops, ...written } = await importModelFile(state, { logits, graph, ...flags });
  for (const line of proofTable(proofs)) terminal.log(line);
  for (const note of notesOn({ logits, selfLoops })) terminal.log(`note: ${note}`);
  terminal.log(writtenLine(flags.out, { ...written, opset: contract.opset, graphs: proofs.length }));
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
