import { usedRows, type OutcomeCounts } from "../counts/outcome-counts.js";
import type { Disparity, DisparityStatus } from "./disparity.js";
import { equalizedOddsDifference } from "./equalized-odds-difference.js";
import type { GapOptions } from "./largest-gap.js";

/** The counts of the rows with one value of a condition. */
export interface ConditionLevel {
  readonly level: string;
  readonly outcomes: OutcomeCounts;
}

/** Equalized odds within every level of a condition. */
export interface ConditionalDisparity {
  readonly status: DisparityStatus;
  /** Largest of the levels' values; null where every level is undefined. */
  readonly value: number | null;
  readonly reason: string | null;
  /** The level that gave the value. */
  readonly worstLevel: string | null;
  readonly byLevel: readonly { readonly level: string; readonly n: number; readonly disparity: Disparity }[];
}

/**
 * Returns the conditional equalized odds difference: the largest equalized odds difference within a level z of a
 * condition, `max over (z, y, ŷ) of (max_a P(Ŷ=ŷ | Y=y, A=a, Z=z) − min_a …)`. It asks whether groups are treated
 * differently among rows that are alike in z. A difference that z explains vanishes, and one that z hides (of opposite
 * direction in two levels) comes to light.
 *
 * `estimated` only where every level is; a level with cells left out makes it `partial`, a lower bound. Empty without
 * levels (`undefined`). A condition that the decision itself has shaped can hide what it should show.
 *
 * Source: conditional statistical parity of Corbett-Davies et al. 2017, carried over to `Ŷ ⟂ A | Y, Z`.
 */
export function conditionalEqualizedOdds(
  levels: readonly ConditionLevel[],
  options: GapOptions = {},
): ConditionalDisparity {
  const byLevel = levels.map(({ level, outcomes }) => ({
    level,
    n: usedRows(outcomes),
    disparity: equalizedOddsDifference(outcomes, options),
  }));
  let value: number | null = null;
  let worstLevel: string | null = null;
  for (const { level, disparity } of byLevel) {
    if (disparity.value === null || (value !== null && disparity.value <= value)) continue;
    value = disparity.value;
    worstLevel = level;
  }
  if (value === null) {
    const reason = levels.length === 0 ? "the condition has no levels" : "no level has two groups to compare";
    return { status: "undefined", value, reason, worstLevel, byLevel };
  }
  const lacking = byLevel.filter(({ disparity }) => disparity.status !== "estimated").map(({ level }) => level);
  if (lacking.length === 0) return { status: "estimated", value, reason: null, worstLevel, byLevel };
  const named = lacking.slice(0, 6).map((level) => JSON.stringify(level));
  const more = lacking.length > named.length ? ` and ${lacking.length - named.length} more` : "";
  const reason = `cells were left out in ${lacking.length} of ${levels.length} levels: ${named.join(", ")}${more}`;
  return { status: "partial", value, reason, worstLevel, byLevel };
}
