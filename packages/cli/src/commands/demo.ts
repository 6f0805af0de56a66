import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderComparisonText } from "@evenodds/auditor";
import type { Command } from "commander";
import { parseCount } from "../console/parse-number.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { watchRun } from "./train.js";

const sampleGraph = fileURLToPath(new URL("../../../../samples/nba", import.meta.url));

const demoTable: CommandTable = {
  name: "demo",
  summary: "train, export and audit GCN and EqGNN on the NBA graph, side by side",
  examples: ["evenodds demo --out out/demo"],
  arguments: [],
  options: [
    {
      flags: "--out <folder>",
      help: "folder for runs, models and the report",
      standard: "out/demo",
      writes: { kind: "folder" },
    },
    { flags: "--seed <number>", help: "seed of split and training", parse: parseCount, standard: 7 },
  ],
  alsoReads: [sampleGraph],
};

/** `evenodds demo`: the main job from end to end, on the NBA graph. */
export function demoCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(demoTable).action(async ({ out, seed }: { out: string; seed: number }) => {
    const { demoAttribute, runDemo } = await import("../workflows/demo.js");
    const { palette, log } = terminal;
    const reports = await runDemo({ graph: sampleGraph, out, seed }, { watch: watchRun(terminal), log });
    terminal.out(renderComparisonText(reports, { attribute: demoAttribute, palette }));
    log(`wrote ${join(out, "report.html")}`);
  });
}
