import { cellSizes, countAt, groupSize, predictionCounts, Random } from "@evenodds/core";
import { expect } from "chai";
import {
  apportion,
  drawPlanted,
  plantedHarms,
  spread,
  type PlantedHarm,
} from "../../../bench/coverage/planted-harms.js";

const harms: readonly [string, PlantedHarm][] = Object.entries(plantedHarms);

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}

describe("plantedHarms", () => {
  for (const [name, { harmed, model, rows }] of harms) {
    it(`${name} treats one group differently, and nobody where it is left out`, () => {
      const [harm, equal] = [model(1000), model(1000, { equal: true })];
      const groups = Array.from(harm.sizes.keys());
      let changed = 0;
      harm.labels.forEach((_, label) => {
        const fair = equal.chances(0, label);
        expect(sum(fair)).to.be.closeTo(1, 1e-12);
        for (const group of groups) {
          expect(equal.chances(group, label)).to.deep.equal(fair);
          if (group !== harmed) expect(harm.chances(group, label)).to.deep.equal(fair);
        }
        const own = harm.chances(harmed, label);
        expect(sum(own)).to.be.closeTo(1, 1e-12);
        expect(Math.min(...own)).to.be.above(0);
        if (own.some((chance, c) => chance !== fair[c])) changed++;
      });
      expect(changed).to.be.above(0);
    });

    it(`${name} has as many rows as asked for`, () => {
      for (const n of rows) expect(sum(model(n).sizes)).to.equal(n);
    });
  }

  it("everyClass takes 10 points in each of 10 classes from one of 5 groups", () => {
    const { model, harmed } = plantedHarms.everyClass;
    const { sizes, labels, chances } = model(20_000);
    expect(sizes).to.deep.equal([10_000, 4000, 3000, 2500, 500]);
    expect(labels).to.have.length(10);
    labels.forEach((_, y) => expect(chances(0, y)[y]! - chances(harmed, y)[y]!).to.be.closeTo(0.1, 1e-12));
  });

  it("oneCell changes one label", () => {
    const { model, harmed } = plantedHarms.oneCell;
    const { labels, chances } = model(1000);
    const changed = labels.flatMap((_, y) => (chances(harmed, y)[y] === chances(0, y)[y] ? [] : [y]));
    expect(changed).to.deep.equal([1]);
    expect(chances(harmed, 1)[4]! - chances(0, 1)[4]!).to.be.closeTo(0.25, 1e-12);
  });

  it("oneOfFifty has 1,318 of 20,000 rows at 0.765 instead of 0.85, beside groups from 6,367 rows to 42", () => {
    const { model, harmed } = plantedHarms.oneOfFifty;
    const { sizes, chances } = model(20_000);
    expect([sizes.length, sizes[harmed], Math.max(...sizes), Math.min(...sizes)]).to.deep.equal([50, 1318, 6367, 42]);
    expect([chances(harmed, 0)[0], chances(0, 0)[0]]).to.deep.equal([0.765, 0.85]);
  });

  it("smallGroup has 50 of 5,000 rows", () => {
    const { model, harmed } = plantedHarms.smallGroup;
    expect(model(5000).sizes[harmed]).to.equal(50);
  });

  it("elsewhere keeps every rate of right predictions", () => {
    const { model, harmed } = plantedHarms.elsewhere;
    const { labels, chances } = model(1000);
    labels.forEach((_, y) => expect(chances(harmed, y)[y]).to.equal(chances(0, y)[y]));
  });
});

describe("drawPlanted", () => {
  it("draws groups of the given sizes, and labels and predictions of the given chances", () => {
    const outcomes = drawPlanted(Random.of(1, "test"), {
      sizes: [400_000, 0, 3],
      labels: [0.75, 0.25],
      chances: (_, label) => (label === 0 ? [0.9, 0.1] : [0, 1]),
    });
    const sizes = outcomes.groups.map((_, g) => groupSize(predictionCounts(outcomes), g));
    expect(sizes).to.deep.equal([400_000, 0, 3]);
    const [first, second] = cellSizes(outcomes);
    // Five standard errors of a share of 400,000.
    expect(first! / 400_000).to.be.closeTo(0.75, 0.0035);
    expect(countAt(outcomes, 0, 0, 0) / first!).to.be.closeTo(0.9, 0.0028);
    expect(countAt(outcomes, 0, 1, 1)).to.equal(second);
  });
});

describe("apportion", () => {
  it("gives rows that are left to the largest remainders", () => {
    expect(apportion(10, [1, 1, 1])).to.deep.equal([4, 3, 3]);
    expect(apportion(7, [0.5, 0.3, 0.2])).to.deep.equal([4, 2, 1]);
  });
});

describe("spread", () => {
  it("gives every wrong prediction the same chance", () => {
    expect(spread(1, { right: 0.7, classes: 4 }).map((chance) => chance.toFixed(3))).to.deep.equal([
      "0.100",
      "0.700",
      "0.100",
      "0.100",
    ]);
  });
});
