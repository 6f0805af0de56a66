import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { straysIn, writeInput } from "./input-folder.js";
import { ends, type Outcome } from "./outcome.js";
import type { FuzzInput } from "./seed.js";

const program = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));

/** Runs an input by the real command `evenodds`, in `folder`, which is written anew. */
export async function runCommand(input: FuzzInput, folder: string, time: number): Promise<Outcome> {
  writeInput(folder, input);
  const child = spawn(process.execPath, [program, ...input.args], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // Its child ends as it does when a terminal closes, but keeps standard error open until then.
    child.kill("SIGKILL");
    child.stderr.destroy();
  }, time);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      const end = isLate ? ends.time : (signal ?? undefined);
      resolve({ code, end, log, strays: end === undefined ? straysIn(folder, input) : [] });
    });
  });
}
