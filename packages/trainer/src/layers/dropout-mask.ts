import type { Random } from "@evenodds/core";

const resolution = 1 << 24;

/**
 * Returns `size` factors, each 0 with probability `rate` and else `1 / (1 − rate)`, which keeps the expected value
 * (inverted dropout). The factors come from `random`, never from an engine, so that all engines train on the same draws.
 * One half needs one random bit each; other rates are met to 2^-24.
 */
export function dropoutMask(size: number, { rate, random }: { rate: number; random: Random }): Float32Array {
  const mask = new Float32Array(size);
  const kept = 1 / (1 - rate);
  if (rate === 0.5) {
    random.coins(size).forEach((coin, i) => (mask[i] = coin * kept));
  } else {
    const dropped = Math.round(rate * resolution);
    for (let i = 0; i < size; i++) mask[i] = random.bits24() >= dropped ? kept : 0;
  }
  return mask;
}
