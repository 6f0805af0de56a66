import { InputError } from "@evenodds/core";

/**
 * Returns a function that is told how many rows each statement over one query has seen. Throws {@link InputError} as
 * soon as two statements saw different numbers: they then counted different tables.
 */
export function steadyRows(): (rows: number) => void {
  let first: number | undefined;
  return (rows) => {
    first ??= rows;
    if (rows === first) return;
    throw new InputError({
      argument: "sql",
      expected: `the same rows in every statement of the audit, ${first} of them as in the first`,
      found: `${rows}, because the table was changed meanwhile`,
      hint: "audit again, or select from a snapshot that stays as it is",
    });
  };
}
