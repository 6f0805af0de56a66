/**
 * The `evenodds` command line. This file is the only one that touches the process.
 *
 * @module
 */
import { choosePalette } from "./console/terminal.js";
import { run } from "./main.js";

/** Runs a command line on the real terminal and returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { stdout, stderr } = process;
  const stop = new AbortController();
  // Only the first Ctrl-C asks politely: the second one finds no handler and ends the process.
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  return run(args, {
    out: (text) => stdout.write(text),
    log: (line) => stderr.write(`${line}\n`),
    live: stderr.isTTY && !process.env.CI ? stderr : null,
    columns: Math.min(stdout.columns ?? 100, 120),
    palette: choosePalette(stdout, process.env),
    now: () => performance.now(),
    signal: stop.signal,
  });
}
