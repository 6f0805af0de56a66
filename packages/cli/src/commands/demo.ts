import { join } from "node:path";
import type { Command } from "commander";
import { parseCount } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import { sampleFolder } from "../sample-folder.js";
import type { CommandContext } from "./command-context.js";

const sampleGraph = join(sampleFolder, "nba");

const demoTable: CommandTable = {
  ...headings.demo,
  trains: true,
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
  return new DescribedCommand(demoTable).action(async (flags: { readonly out: string; readonly seed: number }) => {
    const { demoAction } = await import("../actions/demo.js");
    await demoAction(sampleGraph, flags, terminal);
  });
}
