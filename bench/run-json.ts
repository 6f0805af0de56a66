import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/**
 * Settings of glibc that make a process keep the memory of its heap, and not give it back to the system after every
 * operation.
 */
export const keptHeap = { MALLOC_MMAP_MAX_: "0", MALLOC_TRIM_THRESHOLD_: "8000000000" };

/** Runs a program and returns the JSON in the last line that it prints. Throws with what it said where it fails. */
export async function runJson<T>(
  command: string,
  args: readonly (string | number)[],
  env: NodeJS.ProcessEnv = {},
): Promise<T> {
  const child = spawn(command, args.map(String), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code ?? "a signal"}\n${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as T;
}
