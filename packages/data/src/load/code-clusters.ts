import { canonicalLevel } from "@evenodds/core";
import { missingTexts } from "../card/graph-card.js";

/**
 * Returns the cluster of each value, numbered in the order of the names, whatever the order of the values; −1 = missing.
 * Names are those of core's `canonicalLevel`. There may be any number of them.
 */
export function codeClusters(
  values: readonly (string | number | null)[],
  { missing }: { readonly missing: readonly string[] },
): { readonly code: Int32Array; readonly clusterCount: number } {
  const absent = new Set(["", ...missingTexts, ...missing.map(canonicalLevel)]);
  const names = values.map((value) => (value === null ? "" : canonicalLevel(String(value))));
  const known = [...new Set(names)].filter((name) => !absent.has(name)).sort();
  const at = new Map(known.map((name, code) => [name, code]));
  return { code: Int32Array.from(names, (name) => at.get(name) ?? -1), clusterCount: known.length };
}
