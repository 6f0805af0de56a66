import { formatCount } from "../render/format-count.js";

/** Returns `52.55 %`; null is `–`. */
export function formatPercent(share: number | null): string {
  return share === null ? "–" : `${(100 * share).toFixed(2)} %`;
}

/** Returns a difference of two shares in percentage points, `+3.10` or `−0.40`; null is `–`. */
export function formatPoints(difference: number | null): string {
  if (difference === null) return "–";
  const text = Math.abs(100 * difference).toFixed(2);
  if (Number(text) === 0) return text;
  return `${difference < 0 ? "−" : "+"}${text}`;
}

/** Returns `+3.10 ± 0.52`, or without the error where it is null. */
export function formatMeanPoints({ mean, sem }: { readonly mean: number | null; readonly sem: number | null }): string {
  return sem === null ? formatPoints(mean) : `${formatPoints(mean)} ± ${(100 * sem).toFixed(2)}`;
}

/** Returns `gender male`, unescaped: levels can be bare numbers, which say nothing without the attribute. */
export function groupTitle(
  group: number,
  { attribute, groups }: { readonly attribute: string; readonly groups: readonly string[] },
): string {
  return `${attribute} ${groups[group]!}`;
}

/** Returns `1 node`, `3 nodes`. */
export function countNodes(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "node" : "nodes"}`;
}
