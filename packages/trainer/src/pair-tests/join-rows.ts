/** Returns the rows of both arrays, those of `first` before those of `second`, where all have the same width. */
export function joinRows(first: Float32Array, second: Float32Array): Float32Array {
  const joined = new Float32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
