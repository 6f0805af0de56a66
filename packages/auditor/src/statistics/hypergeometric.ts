import type { Random } from "@evenodds/core";
import { logFactorial } from "./log-factorial.js";

/** An urn with marked and unmarked balls, of which `sample` are drawn without replacement. Whole numbers. */
export interface Urn {
  readonly marked: number;
  readonly unmarked: number;
  /** At most `marked + unmarked`. */
  readonly sample: number;
}

// Inversion walks about one standard deviation, rejection needs about 1.3 tries of fixed cost; they break even near here.
const largestVarianceForInversion = 25;

/** Width of the table mountain around a discrete log-concave distribution, see `drawByRejection`. */
const hatSlope = 2 * Math.sqrt(2 / Math.E);
const hatOffset = 3 - 2 * Math.sqrt(3 / Math.E);

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
  const share = marked / total;
  const variance = (sample * share * (1 - share) * (total - sample)) / (total - 1);
  const mode = Math.floor(((sample + 1) * (marked + 1)) / (total + 2));
  if (variance <= largestVarianceForInversion) return drawByInversion(random, urn, mode);
  return drawByRejection(random, urn, { mode, mean: sample * share, variance });
}

/** Walks outwards from the mode, one value up and one down in turn, until the uniform number is used up. */
function drawByInversion(random: Random, urn: Urn, mode: number): number {
  const { marked, unmarked, sample } = urn;
  const total = marked + unmarked;
  const rest = unmarked - sample;
  const logAtMode =
    logFactorial(marked) +
    logFactorial(unmarked) +
    logFactorial(sample) +
    logFactorial(total - sample) -
    logFactorial(total) -
    logDenominator(urn, mode);
  const atMode = Math.exp(logAtMode);
  let left = random.uniform() - atMode;
  let up = mode;
  let down = mode;
  let atUp = atMode;
  let atDown = atMode;
  while (left >= 0 && (atUp > 0 || atDown > 0)) {
    atUp *= ((marked - up) * (sample - up)) / ((up + 1) * (rest + up + 1));
    up++;
    left -= atUp;
    if (left < 0) return up;
    atDown *= (down * (rest + down)) / ((marked - down + 1) * (sample - down + 1));
    down--;
    left -= atDown;
    if (left < 0) return down;
  }
  // Reached by the mode itself, and where rounding left a last 1e-15 of the uniform number beyond both tails.
  return mode;
}

/**
 * Ratio of uniforms: (U, V) is uniform on a rectangle, x = ⌊a + s (V − ½) / U⌋ is kept when U² ≤ p(x) / p(mode), with
 * a = mean + ½ and s = 2√(2/e) √(variance + ½) + 3 − 2√(3/e), which covers the hypergeometric distribution. Two bounds,
 * `u − 1/u ≤ 2 ln u ≤ u (4 − u) − 3` on (0, 1], settle most tries without a logarithm.
 *
 * Source: Stadlober 1990, "The ratio of uniforms approach for generating discrete random variates".
 */
function drawByRejection(
  random: Random,
  urn: Urn,
  shape: { readonly mode: number; readonly mean: number; readonly variance: number },
): number {
  const { marked, unmarked, sample } = urn;
  const { mode, mean, variance } = shape;
  const lowest = Math.max(0, sample - unmarked);
  const highest = Math.min(sample, marked);
  const width = hatSlope * Math.sqrt(variance + 0.5) + hatOffset;
  const atMode = logDenominator(urn, mode);
  for (;;) {
    const u = 1 - random.uniform();
    const x = Math.floor(mean + 0.5 + (width * (random.uniform() - 0.5)) / u);
    if (x < lowest || x > highest) continue;
    const log = atMode - logDenominator(urn, x);
    if (u * (4 - u) - 3 <= log) return x;
    if (u * (u - log) < 1 && 2 * Math.log(u) <= log) return x;
  }
}

/** The part of `−ln p(x)` that depends on x. */
function logDenominator({ marked, unmarked, sample }: Urn, x: number): number {
  return logFactorial(x) + logFactorial(marked - x) + logFactorial(sample - x) + logFactorial(unmarked - sample + x);
}
