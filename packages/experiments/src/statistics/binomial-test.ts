import { UsageError } from "@evenodds/core";
import binomialCdf from "@stdlib/stats-base-dists-binomial-cdf";

/** What the test of a proportion says. */
export interface BinomialTestResult {
  /** k/n; null for n = 0. */
  readonly proportion: number | null;
  /** One-sided, exact; null for n = 0. */
  readonly pValue: number | null;
}

/**
 * Tests whether `k` successes in `n` trials are more than a fair coin gives: `p = P(X ≥ k)` for X binomial with n
 * trials of probability ½. Below about 1e-308 p is 0. Throws {@link UsageError} unless k and n are whole numbers with 0
 * ≤ k ≤ n.
 */
export function binomialTest({ k, n }: { readonly k: number; readonly n: number }): BinomialTestResult {
  if (!(Number.isInteger(n) && n >= 0 && Number.isInteger(k) && k >= 0 && k <= n)) {
    throw new UsageError({
      argument: "k and n",
      expected: "whole numbers with 0 ≤ k ≤ n",
      found: `k = ${k}, n = ${n}`,
      hint: "count successes and trials",
    });
  }
  if (n === 0) return { proportion: null, pValue: null };
  // A fair coin is symmetric: P(X ≥ k) = P(X ≤ n − k), and the lower tail keeps its digits.
  return { proportion: k / n, pValue: Math.min(1, binomialCdf(n - k, n, 0.5)) };
}
