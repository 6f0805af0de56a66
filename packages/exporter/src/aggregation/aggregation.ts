import type { Value } from "../builder/value.js";

type Numbers = Value<"float32">;

/**
 * What layers may do along the arcs of the graph. Each form of an exported file has its own way to do it; the results
 * are the same up to rounding. An arc that is listed k times counts k times.
 */
export interface Aggregation {
  /** In-degree of each node, `[N, 1]`; where arcs have weights, their sum. */
  readonly degree: () => Numbers;
  /** Σ h[s] over the arcs s → t, `[N, width]`, zeros for isolated nodes; where arcs have weights, Σ w h[s]. */
  readonly sum: (features: Numbers, shape: { readonly width: number }) => Numbers;
  /** The largest h[s] over the arcs s → t, column by column, `[N, width]`, zeros for isolated nodes. */
  readonly max: (features: Numbers, shape: { readonly width: number }) => Numbers;
  /** Attention over the sources of arcs and each node itself, `[N, heads · columns]`. */
  readonly attend: (attention: Attention) => Numbers;
}

/**
 * With `h = x W`, head k gives `y_i = Σ_j α_ij h_j` over i itself and the sources j ≠ i of the arcs into i, with α_ij
 * the softmax over these j of `LeakyReLU(s · h_j + t · h_i)`.
 */
export interface Attention {
  readonly features: Numbers;
  /** W, `[F, heads · columns]`. */
  readonly weight: Numbers;
  /** s and t, `[heads, columns]` each. */
  readonly source: Numbers;
  readonly target: Numbers;
  readonly inputs: number;
  readonly heads: number;
  readonly columns: number;
  readonly negativeSlope: number;
}

/** The lowest finite float32: whatever is compared with it is at least as large. */
export const lowest = -3.4028234663852886e38;
