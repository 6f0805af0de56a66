/**
 * The `evenodds` command line. This file is the only one that touches the process.
 *
 * @module
 */
import { choosePalette } from "./console/terminal.js";
import { exitCodes } from "./exit-codes.js";
import { run } from "./main.js";

/** Runs a command line on the real terminal and returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", stopWriting);
  return run(args, {
    out: (text) => stdout.write(text),
    log: (line) => stderr.write(`${line}\n`),
    live: stderr.isTTY && !process.env.CI ? stderr : null,
    columns: Math.min(stdout.columns ?? 100, 120),
    palette: choosePalette(stdout, process.env),
    now: () => performance.now(),
    catchInterrupt,
  });
}

/** A reader that went away (`| head`) changes nothing: the exit code is still the audit's. */
function stopWriting(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.stderr.write(`evenodds: the output cannot be written: ${error.message}\n`);
  process.exit(exitCodes.error);
}

function catchInterrupt() {
  const stop = new AbortController();
  const abort = () => stop.abort();
  const release = () => signals.forEach((name) => process.off(name, abort));
  // Only the first Ctrl-C asks politely: the second one finds no handler and ends the process.
  for (const name of signals) process.once(name, abort);
  return { signal: stop.signal, release };
}

const signals = ["SIGINT", "SIGTERM"] as const;
