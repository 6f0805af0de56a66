import { spawn } from "node:child_process";
import { throwIfStopped } from "./throw-if-stopped.js";

/** How a program ended. */
export interface CommandResult {
  /** null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end; null where there is no such program. Once `signal` asks for a stop, the program is killed
 * with everything that it started, and InterruptedError is thrown after it has gone.
 */
export async function runCommand(
  [program, ...args]: readonly [program: string, ...args: string[]],
  { signal, env = process.env }: { readonly signal?: AbortSignal | undefined; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult | null> {
  throwIfStopped(signal);
  // A group of its own, so that it can be killed with its children, and gets no Ctrl-C of its own.
  const child = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => killGroup(child.pid);
  signal?.addEventListener("abort", kill, { once: true });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    throwIfStopped(signal);
    return { code, stdout, stderr };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself in the meantime.
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EACCES");
}
