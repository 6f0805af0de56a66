import { splitParts } from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { DataSplit } from "@evenodds/trainer";
import type { Terminal } from "./terminal.js";

/**
 * Says, before training, what was found doubtful in the files of a graph, what of them is not used, and which split is:
 * `used` is the one that the graph gives.
 */
export function logDataNotes(
  { warnings, notes, split }: Pick<LoadedGraph, "warnings" | "notes" | "split">,
  { used, log }: Pick<Terminal, "log"> & { readonly used: DataSplit | undefined },
): void {
  for (const { message } of warnings) log(`warning: ${message}`);
  for (const note of notes) log(`note: ${note}`);
  if (used !== undefined) {
    const [train, validation, test] = splitParts.map((part) => used.parts[part].length);
    log(
      `note: the split is that of ${used.from}: ${train} labelled nodes for training, ${validation} for validation, ` +
        `${test} for test; --draw-split draws one instead.`,
    );
  } else if (split !== undefined) {
    log(`note: training draws a split of its own; that of ${split.from} is for audits.`);
  }
}
