/**
 * The `evenodds` command line. This file is the only one that touches the process.
 *
 * @module
 */
import { showControls } from "@evenodds/auditor";
import { choosePalette } from "./console/terminal.js";
import { exitCodes, stopCodes, type StopSignal } from "./exit-codes.js";
import { reportFailure as reportTo, run } from "./run.js";
import { clearLine, reportWork } from "./supervision/report-work.js";

/** Runs a command line on the real terminal and returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  reportWork();
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => stopWriting(error, stream));
  const interrupts = new Interrupts();
  let isLineStart = true;
  const code = await run(args, {
    out: (text) => {
      if (isLineStart) clearLine();
      isLineStart = text === "" ? isLineStart : text.endsWith("\n");
      stdout.write(text);
    },
    log,
    command: log,
    live: stderr.isTTY && !process.env.CI ? stderr : null,
    // A terminal that does not know its width says 0.
    columns: Math.min(stdout.columns > 0 ? stdout.columns : 100, 120),
    palette: choosePalette(stdout, process.env),
    stepSummary: process.env.GITHUB_STEP_SUMMARY,
    now: () => performance.now(),
    catchInterrupt: () => interrupts.catch(),
  });
  return code === exitCodes.interrupted && interrupts.last !== null ? stopCodes[interrupts.last] : code;
}

/** Reports something that was thrown where no command could catch it, on standard error; returns the exit code. */
export function reportFailure(error: unknown): number {
  return reportTo(error, log);
}

function log(line: string): void {
  clearLine();
  process.stderr.write(`${showControls(line)}\n`);
}

/** A reader that went away (`| head`, a closed terminal) changes nothing: the exit code is still the audit's. */
function stopWriting(error: NodeJS.ErrnoException, stream: NodeJS.WriteStream): void {
  if (error.code === "EPIPE" || (error.code === "EIO" && stream.isTTY)) return;
  log(`evenodds: the output cannot be written: ${error.message}`);
  process.exit(exitCodes.error);
}

/** Signals that ask for an end, for as long as some work has something to save. */
class Interrupts {
  /** The last one that was caught. */
  last: StopSignal | null = null;

  catch() {
    const stop = new AbortController();
    const abort = (signal: NodeJS.Signals) => {
      this.last = signal as StopSignal;
      stop.abort();
    };
    const signals = Object.keys(stopCodes) as StopSignal[];
    // Only the first Ctrl-C asks politely: the second one finds no handler and ends the process.
    for (const name of signals) process.once(name, abort);
    return { signal: stop.signal, release: () => signals.forEach((name) => process.off(name, abort)) };
  }
}
