import { logFactorial } from "../log-factorial.js";
import type { Fraction } from "../wilson-interval.js";

/** Tables are as likely as the observed one within this factor, as in SciPy. */
const tie = 1 + 1e-7;

/**
 * Returns the two-sided p-value of Fisher's exact test of "both fractions come from one rate": the chances of all
 * tables with the same margins that are no likelier than the observed one. 1 where one of them has no rows. The same as
 * `scipy.stats.fisher_exact`.
 */
export function fisherTest(first: Fraction, second: Fraction): number {
  const marked = first.k + second.k;
  const total = first.n + second.n;
  const lowest = Math.max(0, marked - second.n);
  const highest = Math.min(marked, first.n);
  const logChance = (k: number) =>
    logFactorial(first.n) -
    logFactorial(k) -
    logFactorial(first.n - k) +
    logFactorial(second.n) -
    logFactorial(marked - k) -
    logFactorial(second.n - marked + k) -
    (logFactorial(total) - logFactorial(marked) - logFactorial(total - marked));
  const observed = logChance(first.k) + Math.log(tie);
  let sum = 0;
  for (let k = lowest; k <= highest; k++) {
    const log = logChance(k);
    if (log <= observed) sum += Math.exp(log);
  }
  return Math.min(1, sum);
}
