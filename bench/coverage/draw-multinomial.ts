import type { Random } from "@evenodds/core";
import { drawBinomial } from "./draw-binomial.js";

/** Draws how many of `n` rows fall into each of the classes, `into[offset + c]`; `chances[c]` are relative. */
export function drawMultinomial(
  random: Random,
  draw: {
    readonly n: number;
    readonly chances: ArrayLike<number>;
    readonly into: Float64Array;
    readonly offset?: number;
  },
): void {
  const { n, chances, into, offset = 0 } = draw;
  let [left, rest, last] = [n, 0, 0];
  for (let c = 0; c < chances.length; c++) {
    if (chances[c]! > 0) last = c;
    rest += chances[c]!;
  }
  for (let c = 0; c < chances.length; c++) {
    const chance = chances[c]!;
    const p = chance / rest;
    const drawn = left === 0 || chance === 0 ? 0 : c === last || p >= 1 ? left : drawBinomial(random, { n: left, p });
    into[offset + c] = drawn;
    left -= drawn;
    rest -= chance;
  }
}
