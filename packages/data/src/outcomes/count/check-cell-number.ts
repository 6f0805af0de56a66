import { InputError, maximum } from "@evenodds/core";
import type { CodedKey } from "./code-keys.js";
import type { PlannedTable } from "./plan-request.js";

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
