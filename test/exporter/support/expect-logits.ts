import { expect } from "chai";

/** Expects equal logits; `tolerance` is per unit of the largest one, which is what float32 allows. */
export function expectLogits(found: Float32Array, expected: Float64Array, tolerance = 1e-5): void {
  expect(found.length).to.equal(expected.length);
  const scale = expected.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
  // NaN is not close to anything.
  const wrong = expected.findIndex((value, i) => !(Math.abs(found[i]! - value) <= tolerance * scale));
  if (wrong < 0) return;
  expect(found[wrong], `logit ${wrong} of ${found.length}`).to.be.closeTo(expected[wrong]!, tolerance * scale);
}
