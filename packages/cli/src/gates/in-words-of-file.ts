import { isEvenoddsError, UsageError } from "@evenodds/core";
import { CommanderError } from "commander";

/**
 * Returns what `work` returns; what it throws is said of the key at `where`, such as `evenodds.yaml: audits.credit`,
 * and in the words of the file: options have no dashes.
 */
export async function inWordsOfFile<T>(where: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommanderError) {
      const found = error.message.replace(/^error: /, "");
      throw new UsageError({ argument: where, expected: "options of evenodds audit", found }, { cause: error });
    }
    if (!isEvenoddsError(error) || error.complaint.argument.startsWith(where)) throw error;
    const { argument, expected, found, hint } = error.complaint;
    const key = withoutDashes(argument);
    const isKey = /^[a-z-]+$/.test(key);
    throw new UsageError(
      {
        argument: isKey ? `${where}.${key}` : `${where}: ${key}`,
        expected: withoutDashes(expected),
        found: withoutDashes(found),
        hint: hint === undefined ? undefined : withoutDashes(hint),
      },
      { cause: error },
    );
  }
}

/** Flags of the command itself keep their dashes. */
function withoutDashes(text: string): string {
  return text.replace(/(?<=^|[\s(])--(?=[a-z])(?!today|help)/g, "");
}
