import { canonicalLevel, LargeMap } from "@evenodds/core";
import { missingTexts } from "../card/graph-card.js";

/**
 * Returns the cluster of each value, numbered in the order of the names, whatever the order of the values; −1 =
 * missing. Names are those of core's `canonicalLevel`. There may be any number of them.
 */
export function codeClusters(
  values: readonly (string | number | null)[],
  { missing }: { readonly missing: readonly string[] },
): { readonly code: Int32Array; readonly clusterCount: number } {
  const absent = new Set(["", ...missingTexts, ...missing.map(canonicalLevel)]);
  const names = values.map((value) => (value === null ? "" : canonicalLevel(String(value))));
  // A column may have a name of its own in every row, more than a Map holds.
  const at = new LargeMap<string, number>();
  const known: string[] = [];
  for (const name of names) {
    if (absent.has(name) || at.has(name)) continue;
    at.set(name, 0);
    known.push(name);
  }
  known.sort().forEach((name, code) => at.set(name, code));
  return { code: Int32Array.from(names, (name) => at.get(name) ?? -1), clusterCount: known.length };
}
