import { holmAdjusted } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";

describe("holmAdjusted", () => {
  it("multiplies the smallest by all, the next by one fewer, and never goes back", () => {
    // 3 · 0.01 = 0.03, 2 · 0.02 = 0.04, 1 · 0.03 = 0.03 but not below 0.04.
    expect(holmAdjusted([0.02, 0.03, 0.01])).to.deep.equal([0.04, 0.04, 0.03]);
  });

  it("leaves one alone, stops at 1, and skips what could not be tested", () => {
    expect(holmAdjusted([0.04])).to.deep.equal([0.04]);
    expect(holmAdjusted([0.7, null, 0.6])).to.deep.equal([1, null, 1]);
    expect(holmAdjusted([])).to.deep.equal([]);
  });

  it("keeps the order, lies between p and m · p, and does not depend on the order of the list", () => {
    const p = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(p, (values) => {
        const adjusted = holmAdjusted(values);
        values.forEach((value, i) => {
          expect(adjusted[i]).to.be.within(value, Math.min(1, values.length * value));
          values.forEach((other, j) => {
            if (value < other) expect(adjusted[i]).to.be.at.most(adjusted[j]!);
          });
        });
        expect(holmAdjusted([...values].reverse())).to.deep.equal([...adjusted].reverse());
      }),
    );
  });
});
