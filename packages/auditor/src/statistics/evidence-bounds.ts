import { cellStatus, gapOf, type Comparison, type GroupFraction } from "@evenodds/core";
import { newcombeInterval } from "./newcombe-interval.js";

/** Two groups of one comparison, the one with the higher rate first. */
export interface ComparedPair {
  readonly high: GroupFraction;
  readonly low: GroupFraction;
}

/** Lists every pair of groups with n ≥ `minimumSupport`, per comparison. */
export function comparedPairs(comparisons: readonly Comparison[], minimumSupport: number): ComparedPair[] {
  return comparisons.flatMap(({ fractions }) => {
    const supported = fractions.filter(({ n }) => cellStatus(n, minimumSupport) === "ok");
    return supported.flatMap((a, i) =>
      supported.slice(i + 1).map((b) => (gapOf(a, b) >= 0 ? { high: a, low: b } : { high: b, low: a })),
    );
  });
}

/**
 * Returns the largest lower and the largest upper bound of all pairs, at normal quantile `z` for each, with every cell
 * `factor` times as large and its rate unchanged (1 by default). Bounds are clamped to [0, 1]; pairs must not be empty.
 */
export function evidenceBounds(
  pairs: readonly ComparedPair[],
  { z, factor = 1 }: { readonly z: number; readonly factor?: number },
): { readonly lower: number; readonly upper: number } {
  let lower = 0;
  let upper = 0;
  for (const { high, low } of pairs) {
    const interval = newcombeInterval({ first: scaled(high, factor), second: scaled(low, factor) }, z)!;
    lower = Math.max(lower, interval.lower);
    upper = Math.max(upper, interval.upper, -interval.lower);
  }
  return { lower, upper: Math.min(1, upper) };
}

function scaled({ k, n }: GroupFraction, factor: number): { readonly k: number; readonly n: number } {
  return { k: k * factor, n: n * factor };
}
