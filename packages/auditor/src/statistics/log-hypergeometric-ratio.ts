import type { Urn } from "./draw-hypergeometric.js";
import { isTabulated, logFactorial } from "./log-factorial.js";

/**
 * Returns `ln p(to) / p(from)` of the hypergeometric distribution of an urn. Logarithms of large factorials are never
 * subtracted from each other, so the error stays near 1e-10 up to billions of balls. Both numbers must be possible, and
 * counts of 25 or more where the urn has over a million balls.
 */
export function logHypergeometricRatio(
  { marked, unmarked, sample }: Urn,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const rest = unmarked - sample;
  if (isTabulated(marked + unmarked)) {
    return (
      logFactorial(from) -
      logFactorial(to) +
      (logFactorial(marked - from) - logFactorial(marked - to)) +
      (logFactorial(sample - from) - logFactorial(sample - to)) +
      (logFactorial(rest + from) - logFactorial(rest + to))
    );
  }
  const d = to - from;
  const a = from + 0.5;
  const b = marked - from + 0.5;
  const c = sample - from + 0.5;
  const e = rest + from + 0.5;
  // bc − ae without the products of large counts, which cancel.
  const excess = sample * marked - from * (marked + unmarked) + (marked + sample - rest) / 2 - 2 * from;
  return d * Math.log1p(excess / (a * e)) - bend(a, d) - bend(e, d) - bend(b, -d) - bend(c, -d);
}

/** `ln (n + d)! − ln n! − d ln z` for z = n + ½, by Stirling's series in 1/z, whose next term is 1 / (3400 z⁷). */
function bend(z: number, d: number): number {
  const end = z + d;
  return end * Math.log1p(d / z) - d + tail(end) - tail(z);
}

function tail(z: number): number {
  const square = 1 / (z * z);
  return -(1 / 24 - square * (7 / 2880 - (square * 31) / 40320)) / z;
}
