/** How many columns an attribute of so many levels has, see {@link attributeColumns}. */
export function attributeWidth(levelCount: number): number {
  return levelCount === 2 ? 1 : levelCount;
}

/**
 * Returns an attribute as the networks see it, `[N, a]`: two levels are the paper's single column, 1 for the second;
 * more are one-hot, a column for each. A code of −1, a missing attribute, is a row of zeros.
 */
export function attributeColumns(codes: Int32Array, levelCount: number): Float32Array {
  const width = attributeWidth(levelCount);
  const skipped = levelCount - width;
  const columns = new Float32Array(codes.length * width);
  for (let n = 0; n < codes.length; n++) {
    const column = codes[n]! - skipped;
    if (codes[n]! >= 0 && column >= 0) columns[n * width + column] = 1;
  }
  return columns;
}
