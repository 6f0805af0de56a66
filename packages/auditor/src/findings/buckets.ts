import type { Neighbourhood } from "@evenodds/core";

/** A partition of nodes: `bucket` `[N]`, index into `names`. */
export interface Buckets {
  readonly bucket: Int32Array;
  readonly names: readonly string[];
}

/**
 * Splits nodes by degree at the quartiles of the degrees of the nodes in `include` (all where absent), so that each
 * bucket holds about a quarter of them; fewer buckets where quartiles coincide. Names are ranges such as `degree 3–12`.
 */
export function degreeBuckets(degree: Int32Array, include?: Uint8Array): Buckets {
  const sorted = degree.filter((_, node) => include?.[node] !== 0).sort();
  if (sorted.length === 0) return { bucket: new Int32Array(degree.length), names: [] };
  const quartile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const last = degree.reduce((most, d) => Math.max(most, d), 0);
  const tops = [...new Set([quartile(0.25), quartile(0.5), quartile(0.75), last])].sort((a, b) => a - b);
  const names = tops.map((top, i) => {
    const from = i === 0 ? 0 : tops[i - 1]! + 1;
    return from === top ? `degree ${top}` : `degree ${from}–${top}`;
  });
  return { bucket: degree.map((d) => tops.findIndex((top) => d <= top)), names };
}

const quarters = ["under a quarter", "a quarter to a half", "a half to three quarters", "three quarters or more"];

/**
 * Splits nodes by the share of their neighbours (with known group) that have their own group; those without are
 * kept apart.
 */
export function shareBuckets({ known, same }: Neighbourhood): Buckets {
  const names = ["no neighbour with a known group", ...quarters.map((text) => `${text} of the neighbours`)];
  const bucket = known.map((n, node) => (n === 0 ? 0 : 1 + Math.min(3, Math.floor((4 * same[node]!) / n))));
  return { bucket, names };
}
