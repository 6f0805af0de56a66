import { densitySampler, triangularBandwidth } from "@evenodds/trainer/internal";
import { expect } from "chai";
import fc from "fast-check";
import { expectClose } from "../../support/expect-close.js";

/** The kernel estimate as its formula says, node by node. */
function direct(target: Float64Array, attribute: Int32Array, y: number, bandwidth: number): [number, number] {
  const weights: [number, number] = [0, 0];
  target.forEach((value, i) => (weights[attribute[i]!]! += Math.max(0, 1 - Math.abs(y - value) / bandwidth)));
  const total = weights[0] + weights[1];
  return [weights[0] / total, weights[1] / total];
}

const everyone = (n: number) => Int32Array.from({ length: n }, (_, i) => i);

describe("triangularBandwidth", () => {
  it("is 2.432 × 0.9 × min(sd, IQR / 1.34) × n^(-1/5)", () => {
    // 1 … 5: sd 1.5811, quartiles 2 and 4, IQR / 1.34 = 1.4925
    const expected = 2.431998 * 0.9 * (2 / 1.34) * 5 ** -0.2;
    expect(triangularBandwidth(Float64Array.of(1, 2, 3, 4, 5))).to.be.closeTo(expected, 1e-5);
  });

  it("falls back to the standard deviation where half of all values are equal, and is 0 where all are", () => {
    const values = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 8);
    const sd = Math.sqrt((7 * 1 + 49) / 7);
    expect(triangularBandwidth(values)).to.be.closeTo(2.431998 * 0.9 * sd * 8 ** -0.2, 1e-5);
    expect(triangularBandwidth(Float64Array.of(3, 3, 3))).to.equal(0);
    expect(triangularBandwidth(Float64Array.of(3))).to.equal(0);
  });
});

describe("densitySampler", () => {
  it("is what the kernel formula gives, on any values", () => {
    const value = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, fc.integer({ min: 0, max: 1 })), { minLength: 2, maxLength: 40 }),
        (rows) => {
          const target = Float64Array.from(rows, ([y]) => y);
          const attribute = Int32Array.from(rows, ([, a]) => a);
          const bandwidth = triangularBandwidth(target.slice().sort());
          fc.pre(bandwidth > 1e-6);
          const { probability } = densitySampler({ target, attribute, nodes: everyone(rows.length), levelCount: 2 });
          rows.forEach(([y], i) => {
            expectClose(probability.slice(2 * i, 2 * i + 2), direct(target, attribute, y, bandwidth), 1e-6);
          });
        },
      ),
    );
  });

  it("gives a value far from all others the shares at the nearest one, and equal values their plain shares", () => {
    const target = Float64Array.of(0, 1, 1, 2, 3, 4, 1000);
    const attribute = Int32Array.of(0, 1, 0, 0, 0, 1, 0);
    const nodes = Int32Array.of(0, 1, 2, 3, 4, 5);
    const { probability, row } = densitySampler({ target, attribute, nodes, levelCount: 2 });
    expect(Array.from(row)).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
    // The nearest value to 1000 is 4, a single node of level 1.
    expect(Array.from(probability.slice(12))).to.deep.equal([0, 1]);
    const alike = densitySampler({
      target: Float64Array.of(5, 5, 5, 5),
      attribute: Int32Array.of(0, 0, 0, 1),
      nodes: everyone(4),
      levelCount: 2,
    });
    expect(Array.from(alike.probability.slice(0, 2))).to.deep.equal([0.75, 0.25]);
  });

  it("has no row for a node without a target", () => {
    const target = Float64Array.of(1, NaN, 3);
    const attribute = Int32Array.of(0, 1, 1);
    const { row, probability } = densitySampler({ target, attribute, nodes: Int32Array.of(0, 2), levelCount: 2 });
    expect(Array.from(row)).to.deep.equal([0, -1, 2]);
    expect(Array.from(probability.slice(2, 4))).to.deep.equal([0, 0]);
  });

  it("follows an attribute that depends on the value", () => {
    const target = Float64Array.from({ length: 400 }, (_, i) => i);
    const attribute = Int32Array.from(target, (y) => (y < 200 ? 0 : 1));
    const { probability } = densitySampler({ target, attribute, nodes: everyone(400), levelCount: 2 });
    expect(probability[2 * 10 + 1]).to.equal(0);
    expect(probability[2 * 390 + 1]).to.equal(1);
    expect(probability[2 * 200 + 1]).to.be.closeTo(0.5, 0.02);
  });
});
