import { expect } from "chai";
import { measureYear } from "../../../../bench/coverage/monitor/year-of-looks.js";

const rows200 = { rows: 200, trouble: "none" } as const;
const evenTwo = { ...rows200, groups: 2, classes: 2, shares: "even" } as const;
const skewedFour = { ...rows200, groups: 4, classes: 3, shares: "skewed" } as const;

/** The week by which half of 300 models had been found. */
function medianWeek(setting: typeof evenTwo | typeof skewedFour, limit: number): number {
  const options = { limit, trials: 300, seed: 2, name: "evenodds monitor" };
  return measureYear({ ...setting, gap: limit + 0.1 }, options).weeks[149] ?? Infinity;
}

describe("measureYear", () => {
  for (const limit of [0, 0.1]) {
    it(`finds an excess of 0.1 over ${limit} by week 10 between two groups, and by week 23 among four`, () => {
      expect(medianWeek(evenTwo, limit)).to.be.at.most(10);
      expect(medianWeek(skewedFour, limit)).to.be.at.most(23);
    });

    it(`claims no more than one in twenty of the models whose gap is ${limit}, which is the limit`, () => {
      for (const setting of [evenTwo, skewedFour]) {
        const options = { limit, trials: 300, seed: 2, name: "evenodds monitor" };
        const { weeks } = measureYear({ ...setting, gap: limit }, options);
        expect(weeks.filter((week) => week !== null).length).to.be.at.most(15);
      }
    });
  }
});
