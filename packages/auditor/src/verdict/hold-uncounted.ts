import type { ExclusionReason } from "@evenodds/core";
import type { Judgement } from "./verdict.js";

/**
 * Returns a judgement of all groups as far as groups that were too small to be counted allow it: rows that never left
 * their database (`small-group`) may hide a larger gap or a lower rate, so with them no gate passes. What the others
 * violate stays violated.
 */
export function holdUncounted(
  judged: Judgement,
  excluded: Readonly<Partial<Record<ExclusionReason, number>>>,
): Judgement {
  const rows = excluded["small-group"] ?? 0;
  if (rows === 0 || judged.verdict !== "pass") return judged;
  const what = rows === 1 ? "1 row of a group" : `${rows} rows of groups`;
  return { verdict: "inconclusive", reason: `${judged.reason}, but ${what} of too few rows never left the database` };
}
