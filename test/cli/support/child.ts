import { spawn } from "node:child_process";

/** How a process ended: `code` is null where a signal ended it. */
export interface ChildResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly log: string;
}

/** Runs a program; `onLog` is called with all of standard error so far, and may send the process a signal. */
export function runChild(
  command: readonly [program: string, ...args: string[]],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    /** Sends Ctrl-C after so many milliseconds. */
    readonly interruptAfter?: number;
    /** What is sent then, in place of Ctrl-C. */
    readonly interruptSignal?: NodeJS.Signals;
    readonly onLog?: (log: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<ChildResult> {
  const { cwd, env = process.env, interruptAfter, interruptSignal = "SIGINT", onLog } = options;
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const timer =
    interruptAfter === undefined ? undefined : setTimeout(() => child.kill(interruptSignal), interruptAfter);
  let out = "";
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
    onLog?.(log, (signal) => child.kill(signal));
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, out, log });
    });
  });
}
