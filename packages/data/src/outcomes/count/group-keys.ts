import type { GroupableTable } from "../source/groupable-table.js";
import { reachedBorders, type GroupKey } from "./group-key.js";
import type { OutcomePlan } from "./plan-request.js";

/** Returns the keys of a plan, whose columns are the first wanted ones of the table. */
export function groupKeys(table: GroupableTable, { keys }: OutcomePlan): GroupKey[] {
  return keys.map(({ borders }, i) => ({ column: table.at[i]!, number: borders && reachedBorders(borders) }));
}
