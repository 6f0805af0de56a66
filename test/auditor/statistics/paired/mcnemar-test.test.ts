import { mcnemarTest } from "@evenodds/auditor";
import { fewHeads, fisherTest, largestLossPValue, largestMcNemarPValue } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";
import { readFixture } from "../../../fixtures/oracle/fixtures.js";

const fixture = readFixture("paired.json");

describe("mcnemarTest", () => {
  it("is twice the chance of as few heads: 1 of 5 has 2 · 6/32", () => {
    expect(mcnemarTest({ gained: 1, lost: 4 })).to.be.closeTo(12 / 32, 1e-15);
    expect(mcnemarTest({ gained: 0, lost: 0 })).to.equal(1);
    expect(mcnemarTest({ gained: 3, lost: 3 })).to.equal(1);
  });

  for (const { gained, lost, pValue } of fixture.mcnemar) {
    it(`equals statsmodels for ${gained} gained and ${lost} lost`, () => {
      const own = mcnemarTest({ gained, lost });
      expect(Math.abs(own - pValue)).to.be.at.most(1e-9);
      // Logarithms of factorials of a million lose some digits.
      if (pValue > 1e-300) expect(own / pValue).to.be.closeTo(1, 1e-8);
    });
  }
});

describe("fisherTest", () => {
  for (const { first, second, pValue } of fixture.fisher) {
    it(`equals SciPy for ${first.join("/")} and ${second.join("/")}`, () => {
      const own = fisherTest({ k: first[0], n: first[1] }, { k: second[0], n: second[1] });
      expect(own / pValue).to.be.closeTo(1, 1e-9);
    });
  }

  it("is 1 where one of them has no rows", () => {
    expect(fisherTest({ k: 0, n: 0 }, { k: 3, n: 5 })).to.equal(1);
  });
});

describe("fewHeads", () => {
  it("adds up binomial chances", () => {
    expect(fewHeads(2, 4)).to.be.closeTo(11 / 16, 1e-15);
    expect(fewHeads(0, 3)).to.be.closeTo(1 / 8, 1e-15);
    expect(fewHeads(7, 7)).to.equal(1);
  });
});

describe("largestMcNemarPValue", () => {
  const margins = fc
    .integer({ min: 1, max: 40 })
    .chain((n) =>
      fc.record({ n: fc.constant(n), a: fc.integer({ min: 0, max: n }), b: fc.integer({ min: 0, max: n }) }),
    );

  it("is the largest over all joint counts with these margins", () => {
    fc.assert(
      fc.property(margins, ({ n, a, b }) => {
        const all: number[] = [];
        for (let both = Math.max(0, a + b - n); both <= Math.min(a, b); both++) {
          all.push(mcnemarTest({ gained: b - both, lost: a - both }));
        }
        expect(largestMcNemarPValue({ a, b, n })).to.be.closeTo(Math.max(...all), 1e-12);
      }),
    );
  });

  it("has a one-sided part that is largest too where B is right less often", () => {
    fc.assert(
      fc.property(margins, ({ n, a, b }) => {
        if (b >= a) return;
        const all: number[] = [];
        for (let both = Math.max(0, a + b - n); both <= Math.min(a, b); both++)
          all.push(fewHeads(b - both, a + b - 2 * both));
        expect(largestLossPValue({ a, b, n })).to.be.closeTo(Math.max(...all), 1e-12);
      }),
    );
  });
});
