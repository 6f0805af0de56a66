import type { Random } from "@evenodds/core";
import { drawByInversion } from "./hypergeometric-inversion.js";
import { drawByRejection } from "./hypergeometric-rejection.js";

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
