/** `mean` is a sum that is divided by a count of the same arcs; the division stays as it is. */
export type SumPattern = "sum" | "weighted sum" | "mean";

/** Which sums over neighbours were found in a model. Each kind is listed once, with how many there are. */
export interface OptimizeFindings {
  readonly rewritten: readonly { readonly pattern: SumPattern; readonly count: number }[];
  /** Reductions that stay scatters, and why. */
  readonly left: readonly { readonly reason: string; readonly count: number }[];
  /** How many sets of tables of neighbours the new file computes; layers along the same arcs share one. */
  readonly tables: number;
  /** Version of the operators; it is not changed. */
  readonly opset: number;
}

/** Returns the different items in the order of their first appearance, with how often each is there. */
export function counted<T>(items: readonly T[]): { readonly item: T; readonly count: number }[] {
  return [...new Set(items)].map((item) => ({ item, count: items.filter((other) => other === item).length }));
}
