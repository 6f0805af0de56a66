import type { Random } from "@evenodds/core";
import type { Urn } from "./hypergeometric.js";
import { logHypergeometricRatio } from "./log-hypergeometric-ratio.js";

/** Width of the table mountain around a discrete log-concave distribution. */
const hatSlope = 2 * Math.sqrt(2 / Math.E);
const hatOffset = 3 - 2 * Math.sqrt(3 / Math.E);

/**
 * Draws a hypergeometric number of variance 25 or more, in time that does not depend on the number of balls. Ratio of
 * uniforms: (U, V) is uniform on a rectangle, x = ⌊a + s (V − ½) / U⌋ is kept when U² ≤ w(x) = p(x) / p(mode), with
 * a = mean + ½ and s = 2√(2/e) √(variance + ½) + 3 − 2√(3/e), which covers the hypergeometric distribution.
 *
 * Bounds settle all but a few tries, those get the exact ratio. With d = x − mode, z = n + ½ and t = d / z, Stirling's
 * series makes `ln (n + d)! − ln n! = d ln z + z (t²/2 − t³/6 + t⁴/12 − …)`, so that ln w(x) is a polynomial in d.
 * `slack` bounds the terms beyond the fourth (below |d| t⁴ / 10 for |t| ≤ ½) and those of order 1/z² (below |d| / (5
 * z²)). With r = (1 − u) / (1 + u), `−2 ln u = 4 (r + r³/3 + r⁵/5 + …)` lies between the first two terms and those plus
 * `⅘ r⁵ / (1 − r²)`.
 *
 * Source: Stadlober 1990, "The ratio of uniforms approach for generating discrete random variates".
 */
export function drawByRejection(random: Random, urn: Urn): number {
  const { marked, unmarked, sample } = urn;
  const total = marked + unmarked;
  const rest = unmarked - sample;
  const lowest = rest < 0 ? -rest : 0;
  const highest = sample < marked ? sample : marked;
  const mean = (sample * marked) / total;
  const variance = (mean * (unmarked / total) * (total - sample)) / (total - 1);
  const width = hatSlope * Math.sqrt(variance + 0.5) + hatOffset;
  const mode = Math.floor(((sample + 1) * (marked + 1)) / (total + 2));

  // Reciprocals of z for the four factorials of p(mode).
  const a = 1 / (mode + 0.5);
  const b = 1 / (marked - mode + 0.5);
  const c = 1 / (sample - mode + 0.5);
  const e = 1 / (rest + mode + 0.5);
  const sum = a + e + (b + c);
  const odds = (a * e - b * c) / (a * e + b * c);
  // ln(ae / bc)
  const first = odds * (2 + (2 / 3) * odds * odds);
  const third = (a * a + e * e - b * b - c * c) / 6;
  const fourth = (a * a * a + e * e * e + b * b * b + c * c * c) / 12;
  const shift = 0.2 * sum * sum;
  for (;;) {
    const u = 1 - random.uniform();
    const x = Math.floor(mean + 0.5 + (width * (random.uniform() - 0.5)) / u);
    if (x < lowest || x > highest) continue;
    const d = x - mode;
    const far = d < 0 ? -d : d;
    const t = far * sum;
    if (t <= 0.5) {
      const log = d * (first - d * (0.5 * sum - d * (third - d * fourth)));
      const slack = far * (0.1 * t * t * t * t + shift);
      const r = (1 - u) / (1 + u);
      const cube = r * r * r;
      const most = -4 * r - (4 / 3) * cube;
      if (most <= log - slack) return x;
      // u − 1/u ≤ 2 ln u is the weaker bound, and saves a division.
      if (u * (u - log - slack) >= 1 || most - (0.8 * cube * r * r) / (1 - r * r) > log + slack) continue;
    }
    if (2 * Math.log(u) <= logHypergeometricRatio(urn, { from: mode, to: x })) return x;
  }
}
