import type { GroupableTable } from "../source/groupable-table.js";
import type { GroupKey } from "./group-key.js";
import type { OutcomePlan } from "./plan-request.js";

/**
 * Returns the table with what is known of its small groups: each combination of attributes and condition is a group.
 */
export function withSmallGroups(
  table: GroupableTable,
  options: { readonly plan: OutcomePlan; readonly keys: readonly GroupKey[]; readonly marked: number | undefined },
): GroupableTable {
  const { plan, keys, marked } = options;
  if (plan.minCell === undefined && marked === undefined) return table;
  const grouping = keys.filter((_, i) => ["attribute", "condition"].includes(plan.keys[i]!.role));
  const column = marked === undefined ? undefined : table.at[marked]!;
  return { ...table, small: { keys: grouping, least: plan.minCell, marked: column } };
}
