import type { FuzzInput } from "./seed.js";

/** How an input ended. */
export interface Outcome {
  /** Exit code; null where the process ended otherwise. */
  readonly code: number | null;
  /** What ended the process in place of a code: a signal, or one of ours. */
  readonly end?: string | undefined;
  /** Standard error, or what an uncaught error said. */
  readonly log: string;
  /** Files that the command changed or left behind, and may not have. */
  readonly strays: readonly string[];
}

/** Ended from here, because it took too long or too much memory. */
export const ends = { time: "no end in time", memory: "too much memory", uncaught: "an uncaught error" } as const;

/** Codes that an input may end with. */
const rightCodes: readonly (number | null)[] = [0, 1, 2, 3];

/** A line of a stack trace: no user should see one. */
const stackLine = /^\s+at .+[:(]\d+:\d+\)?$/m;

/** What is wrong with an outcome, in a few words that are the same for the same fault; null where nothing is. */
export function faultOf({ code, end, log, strays }: Outcome): string | null {
  const place = (/^\s+at .+\/packages\/.+$/m.exec(log) ?? /^\s+at .+$/m.exec(log))?.[0].trim();
  const thrown = /^(?:\w*Error|Aborted|Assertion)\b.*$/m.exec(log)?.[0];
  const where = [thrown, place?.replace(/^at (.*?) \(?.*\/(packages|node_modules)\//, "at $1 $2/")].filter(Boolean);
  if (end !== undefined) return [end, ...where].join(": ");
  if (!rightCodes.includes(code)) return [`exit code ${code}`, ...where].join(": ");
  if (stackLine.test(log)) return ["a stack trace", ...where].join(": ");
  if (code === 2 && !/^(evenodds|error): .*\S/m.test(log)) return "exit code 2 without a line that says why";
  if (strays.length > 0) return `changed or left ${strays.map((name) => name.replace(/\d+/g, "…")).join(", ")}`;
  return null;
}

/** Whether an input runs the program in a file of a stranger, which may well take long or much. */
export function runsModel({ target }: FuzzInput): boolean {
  return target === "model";
}
