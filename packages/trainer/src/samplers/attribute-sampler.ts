import type { Random } from "@evenodds/core";

/** Samplers: by the class of a node (`bayes`), and by its number (`density`). */
export const samplerNames = ["bayes", "density"] as const;
export type SamplerName = (typeof samplerNames)[number];

/** `P(A = level | Y)` for every node, as a table of rows that sum to 1. */
export interface AttributeSampler {
  readonly levelCount: number;
  /** `[rows, levelCount]` */
  readonly probability: Float64Array;
  /** `[N]`, the row of each node: its class, or itself where every label is its own; −1 without a label. */
  readonly row: Int32Array;
}

/**
 * Draws a dummy attribute Ã for every node, `[N]` level codes: from `P(A | Y)` where the node has a label that
 * `visible` lets be seen, −1 elsewhere, which is the level 0 of the official code: a row of zeros. One number is drawn
 * for every node in either case, so that what is visible does not move other draws.
 */
export function drawAttributes(sampler: AttributeSampler, visible: Uint8Array | null, random: Random): Int32Array {
  const { levelCount, probability, row } = sampler;
  return row.map((at, node) => {
    let left = random.uniform();
    if (at < 0 || visible?.[node] === 0) return -1;
    let level = 0;
    while (level < levelCount - 1 && (left -= probability[at * levelCount + level]!) >= 0) level++;
    return level;
  });
}
