import type { Command } from "commander";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds history`. */
export interface HistoryFlags {
  readonly order?: string;
  readonly title: string;
  readonly out?: string;
  readonly json?: true;
}

const historyTable: CommandTable = {
  ...headings.history,
  examples: [
    "evenodds history reports --out history.html",
    "evenodds history reports --order commits.txt --title Models --out history.html",
  ],
  arguments: [
    { name: "<folder>", help: "folder with a folder for each date or commit, and reports in them", reads: "folder" },
  ],
  options: [
    {
      flags: "--order <file>",
      help: "text file with a date or commit in each line, the latest last (default: by name, v2 before v10)",
      reads: "file",
    },
    { flags: "--title <text>", help: "title of the page", standard: "History of audits" },
    { flags: "--out <file>", help: "HTML page to write", writes: { kind: "file" } },
    { flags: "--json", help: "write the history as JSON to standard output, and nothing else" },
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds history`: many reports as one page. */
export function historyCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(historyTable).action(async (folder: string, flags: HistoryFlags) => {
    const { historyAction } = await import("../actions/history.js");
    await historyAction(folder, flags, terminal);
  });
}
