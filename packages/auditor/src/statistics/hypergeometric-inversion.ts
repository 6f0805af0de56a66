import type { Random } from "@evenodds/core";
import type { Urn } from "./hypergeometric.js";
import { logFactorial } from "./log-factorial.js";

/**
 * Draws a hypergeometric number with one uniform number: walks outwards from the mode, one value up and one down in
 * turn, until the uniform number is used up. Takes time in proportion to the standard deviation. Needs balls of both
 * kinds, and a sample of some but not all.
 */
export function drawByInversion(random: Random, { marked, unmarked, sample }: Urn): number {
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
