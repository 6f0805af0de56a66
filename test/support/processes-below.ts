import { readFileSync, readdirSync } from "node:fs";

/** Processes of Spark's executors below a process. */
export function executorsOf(pid: number): readonly number[] {
  return below(pid).filter((one) => commandOf(one).includes("CoarseGrainedExecutorBackend"));
}

/** All processes below one, from /proc. */
export function below(pid: number): readonly number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
  return children.flatMap((child) => [child, ...below(child)]);
}

function parentOf(pid: number): number | undefined {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function commandOf(pid: number): string {
  return quietly(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "";
}

/** A process that has ended meanwhile is nothing to read or to end. */
export function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
