import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderComparisonText } from "@evenodds/auditor";
import type { Command } from "commander";
import { parseCount } from "../console/parse-number.js";
import { demoAttribute, runDemo } from "../workflows/demo.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import { watchRun } from "./train.js";

const sampleGraph = fileURLToPath(new URL("../../../../samples/nba", import.meta.url));

/** `evenodds demo`: the main job from end to end, on the NBA graph. */
export function demoCommand({ terminal }: CommandContext): Command {
  return describeCommand("demo", {
    summary: "train, export and audit GCN and EqGNN on the NBA graph, side by side",
    example: "evenodds demo --out out/demo",
  })
    .option("--out <folder>", "folder for runs, models and the report", "out/demo")
    .option("--seed <number>", "seed of split and training", parseCount, 7)
    .action(async ({ out, seed }: { out: string; seed: number }) => {
      const watches: ReturnType<typeof watchRun>[] = [];
      const hooks = () => {
        watches.at(-1)?.finish();
        watches.push(watchRun(terminal));
        return watches.at(-1)!.hooks;
      };
      const log = (line: string) => {
        watches.at(-1)?.finish();
        terminal.log(line);
      };
      try {
        const reports = await runDemo({ graph: sampleGraph, out, seed }, { hooks, log });
        terminal.out(renderComparisonText(reports, { attribute: demoAttribute, palette: terminal.palette }));
        terminal.log(`wrote ${join(out, "report.html")}`);
      } finally {
        watches.at(-1)?.finish();
      }
    });
}
