import { expect } from "chai";

const step = 1e-3;

/**
 * Expects each entry of a gradient to be the slope of `f` to at least one side of `values`: where an entry stands
 * beside the kink of a ReLU, the other side has another slope.
 */
export function expectGradient(
  gradient: Float32Array,
  { f, values, tolerance }: { f: (values: Float32Array) => number; values: Float32Array; tolerance: number },
): void {
  expect(gradient.length).to.equal(values.length);
  const here = f(values);
  values.forEach((_, i) => {
    const slopes = [step, -step].map((shift) => {
      const moved = values.slice();
      moved[i]! += shift;
      return (f(moved) - here) / (moved[i]! - values[i]!);
    });
    const nearest = Math.min(...slopes.map((slope) => Math.abs(slope - gradient[i]!)));
    expect(nearest, `entry ${i}: ${gradient[i]} against ${slopes.join(" and ")}`).to.be.at.most(tolerance);
  });
}
