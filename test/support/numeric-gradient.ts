/**
 * Returns the gradient of `f` at `x` by central differences: the slow road to what a hand-written gradient must give.
 */
export function numericGradient(f: (x: Float32Array) => number, x: Float32Array, step = 1e-3): number[] {
  const at = (i: number, shift: number) => {
    const moved = Float32Array.from(x);
    moved[i]! += shift;
    return f(moved);
  };
  return Array.from(x, (_, i) => (at(i, step) - at(i, -step)) / (2 * step));
}
