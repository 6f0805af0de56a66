import { InputError, minimum } from "@evenodds/core";
import type { OpenTable } from "./open-table.js";

/** Largest whole number that no other one is rounded to. */
const exactUpTo: ReadonlyMap<string, number> = new Map([
  ["FLOAT", 2 ** 24 - 1],
  ["DOUBLE", 2 ** 53 - 1],
]);

/**
 * Throws {@link InputError} for ids in a floating-point column that are so large that digits may have been lost before
 * the file was written: two nodes may have become one.
 */
export function checkRoundedIds(table: OpenTable, column: number, ids: Iterable<string | null>): void {
  const limits = table.parts.map((part) => exactUpTo.get(part.types[column]!) ?? Infinity);
  const limit = minimum(limits);
  if (limit === Infinity) return;
  for (const id of ids) {
    if (Math.abs(Number(id)) <= limit || !Number.isFinite(Number(id))) continue;
    throw new InputError({
      argument: `column ${JSON.stringify(table.columns[column])} of ${table.name}`,
      expected: `whole ids of at most ${limit}, because the column has floating-point numbers`,
      found: `${id}, of which digits may be lost`,
      hint: "write the ids as integers or texts",
    });
  }
}
