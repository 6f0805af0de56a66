import type { LoadedGraph } from "@evenodds/data";
import type { Terminal } from "./terminal.js";

/** Says, before training, what was found doubtful in the files of a graph, and what of them is not used. */
export function logDataNotes(
  { warnings, notes, split }: Pick<LoadedGraph, "warnings" | "notes" | "split">,
  { log }: Pick<Terminal, "log">,
): void {
  for (const { message } of warnings) log(`warning: ${message}`);
  for (const note of notes) log(`note: ${note}`);
  if (split !== undefined) log(`note: training draws a split of its own; that of ${split.from} is for audits.`);
}
