import type { Random } from "@evenodds/core";
import type { DropoutMask } from "../engines/engine.js";

const resolution = 1 << 24;

/**
 * Returns what dropout keeps of `size` values: each with probability `1 − rate`, multiplied by `1 / (1 − rate)`, which
 * keeps the expected value (inverted dropout). The bits come from `random`, never from an engine, so that all engines
 * train on the same draws. One half needs one random bit each; other rates are met to 2^-24.
 */
export function dropoutMask(
  size: number,
  { rate, random }: { readonly rate: number; readonly random: Random },
): DropoutMask {
  const scale = 1 / (1 - rate);
  if (rate === 0.5) return { bits: random.coinBytes(size), scale };
  const bits = new Int32Array(Math.ceil(size / 8));
  const dropped = Math.round(rate * resolution);
  for (let i = 0; i < size; i++) if (random.bits24() >= dropped) bits[i >> 3]! |= 1 << (i & 7);
  return { bits, scale };
}
