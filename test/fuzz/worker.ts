// Runs inputs one after another, in the folder that is the first argument. What it is sent is an input, or the number
// of one; it answers each with its outcome. Ends by itself when nobody is there any more.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deserialize } from "node:v8";
import { isEvenoddsError } from "@evenodds/core";
import { run } from "@evenodds/cli/internal";
import { readSparseRows } from "@evenodds/data/internal";
import { fakeTerminal } from "../support/fake-terminal.js";
import { inputAt, type Material } from "./input-at.js";
import { straysIn, writeInput } from "./input-folder.js";
import { ends, type Outcome } from "./outcome.js";
import { readSparseRowsCall, type FuzzInput, type Target } from "./seed.js";

/** What a worker is sent. */
export type Order =
  { readonly input: FuzzInput } | { readonly index: number; readonly seed: number; readonly target: Target };

const [home, materialPath] = process.argv.slice(2) as [string, string];
const material = deserialize(readFileSync(materialPath)) as Material;
const folder = join(home, "input");
mkdirSync(home, { recursive: true });

let log: string[] = [];

process.on("disconnect", () => process.exit());
process.on("uncaughtException", (error) => {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.send!({ code: null, end: ends.uncaught, log: `${log.join("\n")}\n${said}`, strays: [] }, () =>
    process.exit(),
  );
});
process.on("message", (order: Order) => {
  void answer("input" in order ? order.input : inputAt(order.index, order.seed, material, order.target));
});
process.send!("ready");

async function answer(input: FuzzInput): Promise<void> {
  writeInput(folder, input);
  process.chdir(folder);
  log = [];
  const code = await codeOf(input);
  process.chdir(home);
  const outcome: Outcome = { code, log: log.join("\n"), strays: straysIn(folder, input) };
  rmSync(folder, { recursive: true, force: true });
  process.send!(outcome);
}

/** Exit code of the command line, or what it would be of a function that no command reaches with such a file. */
async function codeOf({ args }: FuzzInput): Promise<number> {
  if (args[0] !== readSparseRowsCall) {
    const { terminal } = fakeTerminal({ log: (line) => void log.push(line), out: () => undefined });
    return run(args, terminal);
  }
  try {
    await readSparseRows(join(folder, args[1]!), args[1]!);
    return 0;
  } catch (error) {
    log.push(isEvenoddsError(error) ? `evenodds: ${error.message}` : String((error as Error).stack));
    return isEvenoddsError(error) ? 2 : 70;
  }
}
