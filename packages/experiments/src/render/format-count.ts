const counts = new Intl.NumberFormat("en-US");

/** Returns a count with thousands separators. */
export function formatCount(count: number): string {
  return counts.format(count);
}
