import { ciFormats, gateFiles, type CiFormat } from "@evenodds/auditor";
import type { Command } from "commander";
import type { CiFiles } from "../actions/ci-files.js";
import { parseDistinctNames } from "../console/parse-number.js";
import { fileOptions, type FileOption } from "../gates/file-options.js";
import type { BaselineWrites } from "../gates/hold-audit.js";
import { headings } from "../headings.js";
import { auditOptions } from "../options/audit-options.js";
import { specOf } from "../options/check-options.js";
import { DescribedCommand } from "../options/described-command.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import type { CommandTable, OptionSpec } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds gate` beside the options of audits that it takes. */
export interface GateFlags extends CiFiles, BaselineWrites {
  readonly only?: string[];
  /** True where the list is empty, as an empty list of changes is. */
  readonly changed?: true | readonly string[];
  readonly today?: string;
  readonly printConfig?: true;
  readonly json?: true;
  readonly annotations?: true;
  readonly out?: string;
  readonly memory?: number;
}

/** Options of `evenodds audit` that can be said for all audits at once. */
const overridingFlags = [
  "--rule",
  "--on-inconclusive",
  "--min-support",
  "--draws",
  "--alpha",
  "--seed",
  "--provider",
  "--device-id",
  "--allow-fallback",
  "--threads",
];

/** The same as a file of gates has them. */
export const overridingOptions: readonly FileOption[] = fileOptions.filter(({ flag }) =>
  overridingFlags.includes(flag),
);

/** Whether they fit is asked of each audit; what is not given leaves the file as it is. */
function overriding(flag: string, i: number): OptionSpec {
  const { flags, help, parse, choices } = specOf(auditOptions, flag);
  return {
    flags,
    help,
    ...(parse === undefined ? {} : { parse }),
    ...(choices === undefined ? {} : { choices }),
    ...(i === 0 ? { group: "Options of all audits, in the place of those in the file:" } : {}),
  };
}

/** What the flag of each format for systems that run checks says of several audits. */
const ciHelp: Readonly<Record<CiFormat, string>> = {
  junit: "write all gates as test cases in JUnit's XML here",
  sarif: "write gates that do not pass for code scanning (SARIF 2.1.0) here",
  summary: "add the table of all gates in Markdown to this file",
};

/** The flag of a format, which is that of an audit. */
function ciOption(format: CiFormat): OptionSpec {
  const { flags, writes } = specOf(auditOptions, `--${format}`);
  return { flags, help: ciHelp[format], ...(writes === undefined ? {} : { writes }) };
}

const pages = Object.values(gateFiles);

const gateTable: CommandTable = {
  ...headings.gate,
  examples: [
    "evenodds gate",
    "evenodds gate evenodds.yaml --out out/gates --junit out/gates.xml",
    "evenodds gate --changed models/credit.onnx data/people.csv",
  ],
  arguments: [
    { name: "[file]", help: "file of audits and gates (default: evenodds.yaml, evenodds.yml or evenodds.json)" },
  ],
  options: [
    {
      flags: "--only <audits>",
      help: "run these audits of the file alone, separated by commas",
      parse: parseDistinctNames,
    },
    {
      flags: "--changed [files...]",
      help: "run the audits that depend on one of these files alone",
      repeats: true,
      parse: (text: string, before: readonly string[] = []) => [...before, text],
    },
    {
      flags: "--update-baseline",
      help: "let baselines of the audits take their counts where no gap is larger and no group is right less often",
      conflicts: ["--rebase", "--print-config"],
    },
    {
      flags: "--rebase",
      help: "write the baselines of the audits anew, whatever they were: for first ones, and for other nodes",
      conflicts: ["--print-config"],
    },
    { flags: "--today <day>", help: "day on which waivers are judged, such as 2027-01-31" },
    { flags: "--print-config", help: "print the audits as they would run, with every default, and run none" },
    { flags: "--json", help: "write what came of all gates as JSON to standard output, and nothing else" },
    {
      flags: "--out <folder>",
      help: `write ${pages.slice(0, -1).join(", ")} and ${pages.at(-1)} here, and the report of each audit in a folder beside`,
      writes: { kind: "files", names: pages },
    },
    ...ciFormats.map(ciOption),
    {
      flags: "--annotations",
      help: "say what does not pass in commands of GitHub Actions too, on standard error, which shows them as annotations",
    },
    memoryOption,
    timeoutOption,
    ...overridingFlags.map(overriding),
  ],
};

/** `evenodds gate`: runs the audits of a file and says whether their gates hold. */
export function gateCommand(context: CommandContext): Command {
  const command = new DescribedCommand(gateTable);
  return command.action(async (file: string | undefined, flags: GateFlags) => {
    const { gateAction } = await import("../actions/gate.js");
    await gateAction(file, flags, { command, context });
  });
}
