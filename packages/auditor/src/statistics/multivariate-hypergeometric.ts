import type { Random } from "@evenodds/core";
import { drawHypergeometric } from "./hypergeometric.js";

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
