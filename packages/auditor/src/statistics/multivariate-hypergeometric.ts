import type { Random } from "@evenodds/core";
import { drawHypergeometric } from "./hypergeometric.js";

/**
 * Draws `sample` balls without replacement from an urn that holds `left[c]` balls of colour c, writes how many of each
 * colour came into `into` and takes them out of `left`. Colours are drawn one after the other, each a hypergeometric
 * number given the ones before. `sample` must not exceed the sum of `left`.
 */
export function drawMultivariateHypergeometric(
  random: Random,
  urn: { readonly left: Float64Array; readonly sample: number; readonly into: Float64Array },
): void {
  const { left, into } = urn;
  let others = 0;
  for (let c = 0; c < left.length; c++) others += left[c]!;
  let sample = urn.sample;
  for (let c = 0; c < left.length; c++) {
    const marked = left[c]!;
    others -= marked;
    const drawn = drawHypergeometric(random, { marked, unmarked: others, sample });
    into[c] = drawn;
    left[c] = marked - drawn;
    sample -= drawn;
  }
}
