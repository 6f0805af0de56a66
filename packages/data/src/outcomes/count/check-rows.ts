import { InputError, type ExclusionReason, maximum } from "@evenodds/core";
import type { GroupableTable } from "../source/groupable-table.js";
import type { Domain } from "./level-names.js";
import type { CodedKey } from "./code-keys.js";
import type { PlannedTable } from "./plan-request.js";

/**
 * Returns the number of rows, given all values of one key. Throws {@link InputError} for a table without rows, and
 * where all of them are in small groups.
 */
export function checkedRows(
  { name, excluded }: GroupableTable,
  { domain, small = 0 }: { readonly domain: Domain; readonly small?: number },
): number {
  const rows = [...domain.values()].reduce((sum, count) => sum + count, 0);
  if (rows > 0) return rows;
  if (small > 0) {
    throw new InputError({
      argument: name,
      expected: "a group with as many rows as ‘minCell’ asks for",
      found: `none: all ${small} rows are in smaller ones`,
      hint: "audit fewer attributes at once, or cut them into fewer levels",
    });
  }
  const left = excluded.unlabelled + excluded["missing-attribute"];
  const found = left === 0 ? "none" : `none of ${left}, because no id is in every table`;
  throw new InputError({ argument: name, expected: "rows", found });
}

/** Throws {@link InputError} where every row is excluded. */
export function checkUsed(
  name: string,
  { used, excluded }: { readonly used: number; readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>> },
): void {
  if (used > 0) return;
  const reasons = Object.entries(excluded).map(([reason, rows]) => `${rows} ${reason}`);
  throw new InputError({
    argument: name,
    expected: "at least one row with everything that is counted",
    found: `none: ${reasons.join(", ")}`,
    hint: "check what stands for a missing value (‘missingValues’), and what becomes of such rows (‘missing’)",
  });
}

/** So that all counts fit into about 160 MB. */
const mostCounts = 20_000_000;

/** Throws {@link InputError} where groups and classes make more cells than anybody can read. */
export function checkCellNumber(
  tables: readonly PlannedTable[],
  size: { readonly attributes: readonly CodedKey[]; readonly cellsPerGroup: number },
): void {
  const groups = tables.map((table) => table.attributes.reduce((all, i) => all * size.attributes[i]!.levels.length, 1));
  const total = groups.reduce((sum, count) => sum + count, 0) * size.cellsPerGroup;
  if (total <= mostCounts) return;
  const largest = groups.indexOf(maximum(groups));
  throw new InputError({
    argument: tables[largest]!.name,
    expected: `at most ${mostCounts} combinations of group, label and prediction`,
    found: `${total} in all, with ${groups[largest]} groups here`,
    hint: "cross fewer attributes, or cut them into fewer levels",
  });
}
