import { softmax } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";

describe("softmax", () => {
  it("turns differences of logits into ratios of probabilities", () => {
    const [a, b] = softmax({ logits: Float32Array.of(Math.log(3), 0), columns: 2 });
    expect(a).to.be.closeTo(0.75, 1e-7);
    expect(b).to.be.closeTo(0.25, 1e-7);
  });

  it("does not overflow", () => {
    expect([...softmax({ logits: Float32Array.of(3e38, -3e38), columns: 2 })]).to.deep.equal([1, 0]);
    expect([...softmax({ logits: Float32Array.of(-1e30, -1e30), columns: 2 })]).to.deep.equal([0.5, 0.5]);
  });

  it("has no probabilities for a row that is not finite, and keeps the others", () => {
    const logits = Float32Array.of(0, Infinity, /**/ 0, 0, /**/ NaN, 0);
    expect([...softmax({ logits, columns: 2 })]).to.deep.equal([NaN, NaN, 0.5, 0.5, NaN, NaN]);
  });

  it("sums to 1 and does not change when all logits move", () => {
    const row = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(row, fc.integer({ min: -100, max: 100 }), (values, shift) => {
        const columns = values.length;
        const p = softmax({ logits: Float32Array.from(values), columns });
        const moved = softmax({ logits: Float32Array.from(values, (v) => v + shift), columns });
        expect(p.reduce((a, b) => a + b)).to.be.closeTo(1, 1e-12);
        expect(moved).to.deep.equal(p);
      }),
    );
  });
});
