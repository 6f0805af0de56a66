/** Returns a function that calls `compute` when it is first called and gives the same result from then on. */
export function lazily<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => (kept ??= { value: compute() }).value;
}
