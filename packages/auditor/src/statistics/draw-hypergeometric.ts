import type { Random } from "@evenodds/core";
import { logFactorial } from "./log-factorial.js";
import { logHypergeometricRatio } from "./log-hypergeometric-ratio.js";

/** An urn with marked and unmarked balls, of which `sample` are drawn without replacement. Whole numbers. */
export interface Urn {
  readonly marked: number;
  readonly unmarked: number;
  /** At most `marked + unmarked`. */
  readonly sample: number;
}

// Inversion walks about one standard deviation, rejection needs about 1.4 tries of fixed cost; they break even near
// here.
const largestVarianceForInversion = 25;

/**
 * Draws how many of the sampled balls are marked: the hypergeometric distribution. Exact up to the rounding of double
 * precision, in time that does not grow with the number of balls. Uses one uniform number or a few.
 */
export function drawHypergeometric(random: Random, urn: Urn): number {
  const { marked, unmarked, sample } = urn;
  const total = marked + unmarked;
  if (sample === 0 || marked === 0) return 0;
  if (unmarked === 0) return sample;
  if (sample === total) return marked;
  const narrow =
    sample * marked * unmarked * (total - sample) <= largestVarianceForInversion * total * total * (total - 1);
  return narrow ? drawByInversion(random, urn) : drawByRejection(random, urn);
}

/**
 * Draws a hypergeometric number with one uniform number: walks outwards from the mode, one value up and one down in
 * turn, until the uniform number is used up. Takes time in proportion to the standard deviation. Needs balls of both
 * kinds, and a sample of some but not all.
 */
function drawByInversion(random: Random, { marked, unmarked, sample }: Urn): number {
  const total = marked + unmarked;
  const rest = unmarked - sample;
  const mode = Math.floor(((sample + 1) * (marked + 1)) / (total + 2));
  let atUp = Math.exp(
    logFactorial(marked) +
      logFactorial(unmarked) +
      logFactorial(sample) +
      logFactorial(total - sample) -
      logFactorial(total) -
      logFactorial(mode) -
      logFactorial(marked - mode) -
      logFactorial(sample - mode) -
      logFactorial(rest + mode),
  );
  let atDown = atUp;
  let left = random.uniform() - atUp;
  if (left < 0) return mode;
  let up = mode;
  let down = mode;
  while (atUp > 0 || atDown > 0) {
    atUp *= ((marked - up) * (sample - up)) / ((up + 1) * (rest + up + 1));
    up++;
    left -= atUp;
    if (left < 0) return up;
    atDown *= (down * (rest + down)) / ((marked - down + 1) * (sample - down + 1));
    down--;
    left -= atDown;
    if (left < 0) return down;
  }
  // Rounding may leave a last 1e-15 of the uniform number beyond both tails.
  return mode;
}

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
function drawByRejection(random: Random, urn: Urn): number {
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

/**
 * Draws `sample` balls without replacement from an urn that holds `left[c]` balls of colour c, writes how many of each
 * colour came into `into[offset + c]` and takes them out of `left`. Colours are drawn one after another, each a
 * hypergeometric number given the ones before; with common colours first, few draws are left for the others. `sample`
 * must not exceed the sum of `left`. `offset` is 0 by default.
 */
export function drawMultivariateHypergeometric(
  random: Random,
  urn: {
    readonly left: Float64Array;
    readonly sample: number;
    readonly into: Float64Array;
    readonly offset?: number;
  },
): void {
  const { left, into, offset = 0 } = urn;
  const colours = left.length;
  let others = 0;
  for (let c = 0; c < colours; c++) others += left[c]!;
  // One object for all colours: this runs millions of times in a permutation test.
  const next = { marked: 0, unmarked: 0, sample: urn.sample };
  let c = 0;
  for (; c < colours && next.sample > 0; c++) {
    next.marked = left[c]!;
    others -= next.marked;
    next.unmarked = others;
    const drawn = drawHypergeometric(random, next);
    into[offset + c] = drawn;
    left[c]! -= drawn;
    next.sample -= drawn;
  }
  for (; c < colours; c++) into[offset + c] = 0;
}
