import { gapOf } from "@evenodds/core";
import { wilsonInterval, type Fraction, type Interval } from "./wilson-interval.js";

/**
 * Returns Newcombe's hybrid score interval of the difference of two independent proportions, `p₁ − p₂`, in [−1, 1];
 * null where one of them has no rows. With the Wilson bounds (l, u) of each: `lower = d − √((p₁−l₁)² + (u₂−p₂)²)`,
 * `upper = d + √((u₁−p₁)² + (p₂−l₂)²)`, `d = p₁ − p₂`.
 *
 * Source: Newcombe 1998, "Interval estimation for the difference between independent proportions", method 10.
 */
export function newcombeInterval(
  pair: { readonly first: Fraction; readonly second: Fraction },
  z: number,
): Interval | null {
  const { first, second } = pair;
  const one = wilsonInterval(first, z);
  const two = wilsonInterval(second, z);
  if (one === null || two === null) return null;
  const p1 = first.k / first.n;
  const p2 = second.k / second.n;
  const difference = gapOf(first, second);
  return {
    lower: difference - Math.hypot(p1 - one.lower, two.upper - p2),
    upper: difference + Math.hypot(one.upper - p1, p2 - two.lower),
  };
}
