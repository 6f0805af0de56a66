/** Whether a level is a number: decimal digits with an optional sign, fraction and exponent. */
export function isNumberText(level: string): boolean {
  return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(level);
}

/** Returns levels sorted: by number where all are numbers, else as text (UTF-16 code units). */
export function orderLevels(levels: readonly string[]): string[] {
  const sorted = [...levels].sort();
  return sorted.every(isNumberText) ? sorted.sort((a, b) => Number(a) - Number(b)) : sorted;
}
