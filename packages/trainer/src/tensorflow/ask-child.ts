import { fork } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { childFlags } from "@evenodds/core";

/** What came of a question to a child process. */
export interface ChildAnswer<T> {
  /** What it sent; null where it ended without an answer. */
  readonly message: T | null;
  /** Its standard error. */
  readonly log: string;
  /** How it ended, in words; what a crash looks like from here. With a message, it is ended from here. */
  readonly ending: string;
}

/**
 * Runs a module in a process of its own and returns the one message that it sends to its parent. Native code that
 * crashes or hangs takes only that process with it. Nothing is thrown: a stop by `signal` is an ending like others.
 */
export async function askChild<T>(
  script: URL,
  args: readonly string[],
  options: { readonly timeout: number; readonly signal?: AbortSignal | undefined; readonly env?: NodeJS.ProcessEnv },
): Promise<ChildAnswer<T>> {
  const { timeout, signal, env = process.env } = options;
  // Modules that this process was told to import are found from here, wherever the user stands.
  const child = fork(script, [...args], {
    silent: true,
    env,
    execArgv: childFlags(process.execArgv),
    cwd: dirname(fileURLToPath(import.meta.url)),
  });
  let message: T | null = null;
  let log = "";
  let late = false;
  const kill = () => child.kill("SIGKILL");
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, timeout);
  signal?.addEventListener("abort", kill, { once: true });
  if (signal?.aborted) kill();
  child.on("message", (sent) => {
    message = sent as T;
    // Threads of a native library can keep a process from ending.
    kill();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (log += text));
  child.stdout?.resume();
  const ending = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`does not start: ${error.message}`));
    child.once("close", (code, name) =>
      resolve(name === null ? `ends its process with exit code ${code}` : `ends its process with signal ${name}`),
    );
  });
  clearTimeout(timer);
  signal?.removeEventListener("abort", kill);
  return { message, log, ending: late ? `does not answer within ${timeout / 1000} s` : ending };
}

/** Why there was no answer, in a line. */
export function describeEnding({ ending, log }: ChildAnswer<object>): string {
  const last = log.trim().split("\n").at(-1) ?? "";
  return `it ${ending}${last === "" ? "" : `: ${last}`}`;
}
