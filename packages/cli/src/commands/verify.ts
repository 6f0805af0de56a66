import type { Command } from "commander";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { VerifyFlags } from "../actions/verify.js";
import type { CommandContext } from "./command-context.js";

const verifyTable: CommandTable = {
  ...headings.verify,
  examples: ["evenodds verify out/evidence.json --key key.pub.pem"],
  arguments: [{ name: "<evidence>", help: "file that audit --attest wrote", reads: "file" }],
  options: [
    {
      flags: "--key <file>",
      help: "public key in PEM of whoever has to have signed it; without, no signature is checked",
      reads: "file",
    },
    {
      flags: "--report <file>",
      help: "the attested report.json (default: the one beside the evidence)",
      reads: "file",
    },
    {
      flags: "--root <folder>",
      help: "folder from which the audited files are named, the root of the checkout",
      standard: ".",
    },
    { flags: "--allow-missing", help: "take it for no failure where a file is not there, and check the others" },
    { flags: "--json", help: "write the checks as JSON" },
  ],
};

/** `evenodds verify`: says whether an audit's evidence fits the files that are here. */
export function verifyCommand(context: CommandContext): Command {
  return new DescribedCommand(verifyTable).action(async (evidence: string, flags: VerifyFlags) => {
    const { verifyAction } = await import("../actions/verify.js");
    await verifyAction(evidence, flags, context);
  });
}
