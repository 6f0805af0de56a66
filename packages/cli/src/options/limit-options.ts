import { InvalidArgumentError } from "commander";
import { parsePositive } from "../console/parse-number.js";
import { memorySize } from "../supervision/memory-size.js";
import type { OptionSpec } from "./option-spec.js";

/** `--memory`, of commands that run in a process of their own, see `supervise`. */
export const memoryOption: OptionSpec<never> = {
  flags: "--memory <size>",
  help: "most memory that the command may take, such as 8GB; over it, it ends with 2 (default: what the machine has)",
  parse: parseMemory,
  reported: null,
};

/** `--timeout`, of the same commands. */
export const timeoutOption: OptionSpec<never> = {
  flags: "--timeout <seconds>",
  help: "longest time that the command may take; over it, it ends with 2",
  parse: parsePositive,
  reported: null,
};

/** Names of both in the flags of a command. */
const limitNames = ["memory", "timeout"] as const;

/** Returns the flags without the limits, which the process that watches over the command keeps. */
export function withoutLimits<T extends Readonly<Record<string, unknown>>>(flags: T): T {
  const others = { ...flags };
  for (const name of limitNames) Reflect.deleteProperty(others, name);
  return others;
}

/** Whether an option limits the command and changes nothing of what it does. */
export function isLimit(long: string | undefined): boolean {
  return limitNames.some((name) => long === `--${name}`);
}

function parseMemory(text: string): number {
  const bytes = memorySize(text);
  if (bytes !== null) return bytes;
  throw new InvalidArgumentError("It must be a size of at least 1MB, such as 512MB or 8GB.");
}
