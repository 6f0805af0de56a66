const inOrder = new Intl.Collator("en", { numeric: true }).compare;

/** Returns names in the order in which people count: `v2` before `v10`, equal ones by their characters. */
export function inNaturalOrder(names: readonly string[]): string[] {
  return [...names].sort((a, b) => inOrder(a, b) || (a < b ? -1 : a > b ? 1 : 0));
}
