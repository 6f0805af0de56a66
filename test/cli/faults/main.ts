// Lets every change of files that a command makes go wrong, one after the other, and prints what came of it. Of the
// writes of a file, the first and the last are tried.
// npm run faults -- [--kinds kill,full,once] [--from number] [--every number] [--verbose] [names of cases]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultCases, writeFaultInputs, type FaultCaseName } from "../support/fault-cases.js";
import { withoutInnerWrites } from "../support/choose-changes.js";
import { compileFaults, type Change, type FaultKind } from "../support/file-faults.js";
import { runBuilt, tryFaults, type FaultOutcome } from "../support/try-faults.js";

const { values: flags, positionals } = parseArgs({
  options: {
    kinds: { type: "string", default: "kill,full,once" },
    from: { type: "string", default: "1" },
    every: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const names = (positionals.length === 0 ? Object.keys(faultCases) : positionals) as FaultCaseName[];

let all = 0;
const choose = (changes: readonly Change[]) => {
  all = changes.length;
  return withoutInnerWrites(changes)
    .filter(({ number }) => number >= Number(flags.from))
    .filter((_, i) => i % Number(flags.every) === 0);
};

const folder = await mkdtemp(join(tmpdir(), "evenodds-faults-"));
try {
  const library = await compileFaults(folder);
  if (library === null) throw new Error("Linux and a C compiler (cc) are needed");
  await writeFaultInputs(folder, (args) => runBuilt(args, { folder }));
  for (const name of names) {
    for (const kind of flags.kinds.split(",") as FaultKind[]) {
      const counts = new Map<string, number>();
      for await (const outcome of tryFaults(faultCases[name], kind, { folder, library, choose })) {
        counts.set(outcome.result, (counts.get(outcome.result) ?? 0) + 1);
        if (outcome.result === "wrong") process.exitCode = 1;
        if (outcome.result === "wrong" || flags.verbose) console.log(`  ${describe(outcome)}`);
      }
      const summary = [...counts].map(([result, count]) => `${count} ${result}`).join(", ");
      console.log(`${name}, ${kind}, of ${all} changes: ${summary}`);
    }
  }
} finally {
  await rm(folder, { recursive: true });
}

function describe({ number, call, path, result, said }: FaultOutcome): string {
  return `${number} ${call} ${path.slice(folder.length + 1)}: ${result}${said === "" ? "" : `: ${said.trim()}`}`;
}
