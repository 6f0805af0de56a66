/** Pixels from one line of text to the next. */
export const lineHeight = 16;

/**
 * Returns names of lines at least `least` apart, in the order of their values, each as near to its own as can be and
 * none above `highest`.
 */
export function namesApart<T extends { readonly y: number }>(
  names: readonly T[],
  { least, highest }: { readonly least: number; readonly highest: number },
): T[] {
  const placed: T[] = [];
  for (const one of [...names].sort((a, b) => a.y - b.y)) {
    placed.push({ ...one, y: Math.max(one.y, (placed.at(-1)?.y ?? -Infinity) + least) });
  }
  for (let i = placed.length - 1; i >= 0; i--) {
    const above = i === placed.length - 1 ? highest : placed[i + 1]!.y - least;
    placed[i] = { ...placed[i]!, y: Math.min(placed[i]!.y, above) };
  }
  return placed;
}
