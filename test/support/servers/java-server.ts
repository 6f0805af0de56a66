import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server in a Java process that this process started. */
export interface JavaServer {
  /** What was found in its lines. */
  readonly found: ReadonlyMap<string, string>;
  readonly pid: number;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<void>;
}

/** Why nothing of Java can run here; undefined where it can. Trino is started from source, which a JDK compiles. */
export function javaLack(): string | undefined {
  return spawnSync("javac", ["-version"]).status === 0 ? undefined : "no JDK in PATH";
}

/**
 * Starts a program and waits until its lines have matched every pattern, whose first group is kept under its name. Its
 * input stays open as long as this process lives.
 */
export async function startJavaServer(
  command: readonly string[],
  options: {
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
    readonly patterns: Readonly<Record<string, RegExp>>;
  },
): Promise<JavaServer> {
  const [program = "", ...args] = command;
  const { env, cwd, patterns } = options;
  // A group of its own, which ends whole: some programs are started by a script.
  const child = spawn(program, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const ended = once(child, "exit");
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGKILL");
    await ended;
  };
  const found = new Map<string, string>();
  const last: string[] = [];
  const ready = new Promise<void>((resolve) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on("line", (line) => {
        last.push(line);
        if (last.length > 30) last.shift();
        for (const [name, pattern] of Object.entries(patterns)) {
          const value = pattern.exec(line)?.[1];
          if (value !== undefined) found.set(name, value);
        }
        if (found.size === Object.keys(patterns).length) resolve();
      });
    }
  });
  const failed = ended.then(() => Promise.reject(new Error(`${program} ended:\n${last.join("\n")}`)));
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return { found, pid: child.pid!, kill };
}
