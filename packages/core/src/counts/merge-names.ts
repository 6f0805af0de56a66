/** Returns the names of two shards as one list: as it is where both list the same, else all of them in text order. */
export function mergeNames(a: readonly string[], b: readonly string[]): readonly string[] {
  const same = a.length === b.length && a.every((name, i) => name === b[i]);
  return same ? a : [...new Set([...a, ...b])].sort();
}
