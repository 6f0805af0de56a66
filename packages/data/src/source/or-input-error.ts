import { InputError, isEvenoddsError } from "@evenodds/core";
import { duckReason } from "./with-database.js";

/** Letters of what DuckDB says that a message shows: it repeats whole rows. */
const longestReason = 300;

/** What is too long of a row that a message repeats, and what it says after it. */
const originalLine = /(Original Line: .{60}).*( (?:Expected Number of Columns|Value with|Invalid unicode))/s;

/** Runs a statement over a file; what DuckDB complains of becomes an {@link InputError} that names the file. */
export async function orInputError<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isEvenoddsError(cause)) throw cause;
    const reason = duckReason(cause).replace(originalLine, "$1…$2");
    throw new InputError(
      {
        argument: name,
        expected: "a table that can be read in its format",
        found: reason.length <= longestReason ? reason : `${reason.slice(0, longestReason)}…`,
        hint: "check the delimiter, the quotes and the encoding (UTF-8), and that every row has all columns",
      },
      { cause },
    );
  }
}
