import { suggest, UsageError, type Random } from "@evenodds/core";
import type { Pairs } from "./pairs.js";

/** Distributions of pairs in the plane. */
export const pairKinds = ["shift", "rotation"] as const;
export type PairKind = (typeof pairKinds)[number];

/** How far `shift` moves the first coordinate: the paper's ε. */
const distance = 0.1;

/**
 * Draws pairs in R² whose x₁ is standard normal in both coordinates. Source: EqGNN, "Synthetic Evaluation of the
 * Permutation Loss".
 *
 * - `shift`: `x₂ = x₁ + (0.1, 0)`. The differences are equal but for the rounding of float32, about 3e-8.
 * - `rotation`: `x₂ = R(π/2) x₁`, so that (a, b) becomes (−b, a). Both sides have the same distribution.
 *
 * Throws {@link UsageError} for an unknown kind or a `pairCount` that is not a whole number from 1.
 */
export function drawPairs(
  kind: PairKind,
  { pairCount, random }: { readonly pairCount: number; readonly random: Random },
): Pairs {
  if (!pairKinds.includes(kind)) {
    throw new UsageError({
      argument: "kind of pairs",
      expected: pairKinds.join(" or "),
      found: JSON.stringify(kind),
      hint: suggest(String(kind), pairKinds),
    });
  }
  if (!Number.isInteger(pairCount) || pairCount < 1) {
    throw new UsageError({
      argument: "pairCount",
      expected: "a whole number from 1",
      found: String(pairCount),
      hint: "the paper has 10000",
    });
  }
  const first = Float32Array.from({ length: 2 * pairCount }, () => random.normal());
  const second = new Float32Array(2 * pairCount);
  for (let i = 0; i < second.length; i += 2) {
    const [a, b] = [first[i]!, first[i + 1]!];
    second[i] = kind === "shift" ? a + distance : -b;
    second[i + 1] = kind === "shift" ? b : a;
  }
  return { pairCount, dimension: 2, first, second };
}
