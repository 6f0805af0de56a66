import { statSync } from "node:fs";
import { commandNames } from "../headings.js";

/** Commands that load no native code, or try it in processes of their own. */
const alone: readonly string[] = ["doctor", "verify", "setup-tensorflow", "setup-cuda", "baseline"];

/** Tables up to this size are counted here: starting another process would take longer. In bytes. */
const smallTable = 64_000_000;

/**
 * Whether a command line is run by a process of its own, so that native code that crashes, hangs or takes all memory
 * cannot end the command without a word. That is every command that runs native code, except for audits of counts and
 * of tables below 64 MB without limits of time or memory.
 */
export function needsChild(args: readonly string[]): boolean {
  const [name, ...rest] = args;
  if (name === undefined || !(commandNames as readonly string[]).includes(name) || alone.includes(name)) return false;
  if (rest.includes("--help") || rest.includes("-h")) return false;
  if (["memory", "timeout"].some((flag) => valuesOf(rest, flag).length > 0)) return true;
  if (name !== "audit") return true;
  if (valuesOf(rest, "counts").length > 0) return false;
  const tables = valuesOf(rest, "predictions").flatMap((list) => list.split(","));
  return tables.length === 0 || tables.reduce((bytes, file) => bytes + sizeOf(file), 0) > smallTable;
}

/** Returns the values of a flag as they are written, in both spellings. */
export function valuesOf(args: readonly string[], flag: string): string[] {
  return args.flatMap((arg, i) => {
    if (arg.startsWith(`--${flag}=`)) return [arg.slice(flag.length + 3)];
    const next = args[i + 1];
    return arg === `--${flag}` && next !== undefined ? [next] : [];
  });
}

/** A file that is not there is left to the command to complain of. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
