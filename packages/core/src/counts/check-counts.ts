import { InputError } from "../errors.js";
import type { OutcomeCounts } from "./outcome-counts.js";
import type { PredictionCounts } from "./prediction-counts.js";

/**
 * Checks that counts can be computed with: distinct groups and classes, one count per cell, every count and exclusion
 * finite and not negative. Throws {@link InputError} naming what is wrong; otherwise a NaN would pass every comparison
 * with a limit.
 */
export function checkCounts(table: OutcomeCounts | PredictionCounts): void {
  const { groups, classes, excluded } = table;
  checkDistinct("groups", groups);
  checkDistinct("classes", classes);
  const [counts, cells] = "counts" in table ? [table.counts, classes.length ** 2] : [table.predicted, classes.length];
  if (counts.length !== groups.length * cells) {
    throw new InputError({
      argument: "counts",
      expected: `${groups.length} groups × ${cells} cells = ${groups.length * cells} counts`,
      found: `${counts.length}`,
    });
  }
  for (const value of counts) checkCount("counts", value);
  for (const [reason, value] of Object.entries(excluded)) checkCount(`excluded rows (${reason})`, value);
}

function checkCount(argument: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return;
  throw new InputError({ argument, expected: "finite numbers of rows, 0 or more", found: `${value}` });
}

function checkDistinct(argument: string, names: readonly string[]): void {
  if (new Set(names).size === names.length) return;
  throw new InputError({
    argument,
    expected: "distinct names",
    found: names.map((name) => JSON.stringify(name)).join(", "),
  });
}
