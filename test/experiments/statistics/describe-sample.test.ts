import { UsageError } from "@evenodds/core";
import { describeSample } from "@evenodds/experiments";
import { expect } from "chai";
import fc from "fast-check";

describe("describeSample", () => {
  it("mean 5, squares of differences 32 over seven", () => {
    const { n, mean, sd, sem } = describeSample([2, 4, 4, 4, 5, 5, 7, 9]);
    expect([n, mean]).to.deep.equal([8, 5]);
    expect(sd).to.be.closeTo(Math.sqrt(32 / 7), 1e-14);
    expect(sem).to.be.closeTo(Math.sqrt(32 / 7 / 8), 1e-14);
  });

  it("moves with a shift and grows with a scale", () => {
    const values = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(values, (sample) => {
        const [one, other] = [describeSample(sample), describeSample(sample.map((value) => 3 - 2 * value))];
        expect(other.mean).to.be.closeTo(3 - 2 * one.mean!, 1e-9);
        expect(other.sd).to.be.closeTo(2 * one.sd!, 1e-9);
        const squares = sample.reduce((sum, value) => sum + value * value, 0);
        expect((sample.length - 1) * one.sd! ** 2 + sample.length * one.mean! ** 2).to.be.closeTo(squares, 1e-6);
      }),
    );
  });

  it("leaves undefined what too few values do not give", () => {
    expect(describeSample([])).to.deep.equal({ n: 0, mean: null, sd: null, sem: null });
    expect(describeSample([3])).to.deep.equal({ n: 1, mean: 3, sd: null, sem: null });
    expect(describeSample(Float32Array.of(3, 3))).to.deep.equal({ n: 2, mean: 3, sd: 0, sem: 0 });
  });

  it("names the first value that is not a finite number", () => {
    expect(() => describeSample([1, 2, Infinity, NaN])).to.throw(UsageError, /values\[2\].*finite.*Infinity/);
  });
});
