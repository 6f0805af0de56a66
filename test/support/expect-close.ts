import { expect } from "chai";

/** Fails unless all numbers differ by at most `tolerance`; names the place of the largest difference. */
export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-5): void {
  expect(actual.length, "length").to.equal(expected.length);
  let worst = 0;
  for (let i = 1; i < actual.length; i++) {
    if (!(difference(actual, expected, i) <= difference(actual, expected, worst))) worst = i;
  }
  if (actual.length === 0) return;
  const message = `at ${worst}: ${actual[worst]} against ${expected[worst]}`;
  expect(difference(actual, expected, worst), message).to.be.at.most(tolerance);
}

function difference(a: ArrayLike<number>, b: ArrayLike<number>, i: number): number {
  return Math.abs(a[i]! - b[i]!);
}
