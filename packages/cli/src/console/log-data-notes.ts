import type { LoadedGraph } from "@evenodds/data";
import type { Terminal } from "./terminal.js";

/** Says what was found doubtful in the files of a graph, and what of them is not used. */
export function logDataNotes(
  { warnings, notes }: Pick<LoadedGraph, "warnings" | "notes">,
  { log }: Pick<Terminal, "log">,
): void {
  for (const { message } of warnings) log(`warning: ${message}`);
  for (const note of notes) log(`note: ${note}`);
}
