import { join } from "node:path";
import { renderComparisonText } from "@evenodds/auditor";
import type { Terminal } from "../console/terminal.js";
import { demoAttribute, runDemo } from "../workflows/demo.js";
import { watchRun } from "./watch-run.js";

/** The main job from end to end, on the graph of a folder. */
export async function demo(
  graph: string,
  { out, seed }: { readonly out: string; readonly seed: number },
  terminal: Terminal,
): Promise<void> {
  const { palette, log } = terminal;
  const reports = await runDemo({ graph, out, seed }, { watch: watchRun(terminal), log });
  terminal.out(renderComparisonText(reports, { attribute: demoAttribute, palette }));
  log(`wrote ${join(out, "report.html")}`);
}
