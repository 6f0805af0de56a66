import type { Fact } from "../facts/fact.js";

/** What a scatter computes: `y[t] = Σ w h[s]` over arcs s → t, `[N, width]`. */
export interface ScatterMatch {
  /** h, `[N, width]` */
  readonly features: Fact;
  readonly width: number;
  /** Of each arc, `[E]`. */
  readonly source: Fact;
  readonly target: Fact;
  /** Factors of w, `[E]` or `[E, 1]` each; none where all arcs count once. */
  readonly weights: readonly Fact[];
}

/** Why a scatter is left as it is. */
export interface LeftScatter {
  readonly reason: string;
}
