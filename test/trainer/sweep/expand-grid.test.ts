import { UsageError } from "@evenodds/core";
import { expandGrid, parseGrid, planSweep, plannedRuns } from "@evenodds/trainer";
import { expect } from "chai";

const base = { sensitive: "sex" };

describe("expandGrid", () => {
  it("has every combination, the first option varying slowest", () => {
    const settings = expandGrid({ base, grid: parseGrid(["lambda=0.1,1", "gamma=0,50"]) });
    expect(settings.map(({ key }) => key)).to.deep.equal([
      "lambda=0.1,gamma=0",
      "lambda=0.1,gamma=50",
      "lambda=1,gamma=0",
      "lambda=1,gamma=50",
    ]);
    expect(settings[1]!.options).to.include({
      method: "eqgnn",
      lambda: 0.1,
      gamma: 50,
      sensitive: "sex",
      epochs: 1000,
    });
  });

  it("has settings that differ only in options without effect once", () => {
    const grid = parseGrid(["method=gcn,debias,fairgnn,eqgnn", "lambda=0.1,1", "gamma=0,50"]);
    const settings = expandGrid({ base, grid });
    expect(settings.map(({ key }) => key)).to.deep.equal([
      "method=gcn",
      "method=debias,lambda=0.1",
      "method=debias,lambda=1",
      "method=fairgnn,lambda=0.1",
      "method=fairgnn,lambda=1",
      "method=eqgnn,lambda=0.1,gamma=0",
      "method=eqgnn,lambda=0.1,gamma=50",
      "method=eqgnn,lambda=1,gamma=0",
      "method=eqgnn,lambda=1,gamma=50",
    ]);
    expect(settings[0]!.values).to.deep.equal({ method: "gcn", lambda: null, gamma: null });
    // As without a grid, not as the first value of it.
    expect(settings[0]!.options).to.include({ lambda: 0.1, gamma: 50 });
    expect(settings[2]!.options).to.include({ lambda: 1, gamma: 50 });
  });

  it("keeps an option apart where it has an effect beside another one", () => {
    const settings = expandGrid({ base: { method: "gcn" }, grid: parseGrid(["backbone=gcn,gat", "heads=1,2"]) });
    expect(settings.map(({ key }) => key)).to.deep.equal([
      "backbone=gcn",
      "backbone=gat,heads=1",
      "backbone=gat,heads=2",
    ]);
  });

  it("has one setting without a grid", () => {
    expect(expandGrid({ base, grid: {} })).to.have.length(1);
    expect(expandGrid({ base, grid: {} })[0]).to.deep.include({ key: "all", values: {} });
  });

  it("has keys that are file names, and different ones for different settings", () => {
    const loss = expandGrid({ base, grid: { discriminatorLoss: ["permutation/h"] } });
    expect(loss[0]!.key).to.equal("discriminator-loss=permutation-h");
    const odd = expandGrid({ base, grid: { sensitive: ["a/b", "a:b", "a_b", "ä".repeat(200), "ä".repeat(201)] } });
    const keys = odd.map(({ key }) => key);
    expect(new Set(keys).size).to.equal(5);
    expect(keys[2]).to.equal("sensitive=a_b");
    for (const key of keys) {
      expect(key).to.match(/^[\w=,.+~-]+$/);
      expect(key.length).to.be.below(140);
    }
  });

  it("refuses what no run could have", () => {
    const grid = parseGrid(["method=gcn,eqgnn"]);
    expect(() => expandGrid({ base: {}, grid })).to.throw(UsageError, /‘sensitive’: .*eqgnn equalizes/);
    expect(() => expandGrid({ base: { ...base, lamda: 1 }, grid })).to.throw(UsageError, /did you mean "lambda"/);
  });
});

describe("planSweep", () => {
  it("hides labels outside the part in use unless it is told otherwise", () => {
    const [hidden] = planSweep({ base, grid: {}, seeds: [1] }).settings;
    expect(hidden!.options.heldOutLabels).to.equal("hidden");
    const [visible] = planSweep({ base: { ...base, heldOutLabels: "visible" }, grid: {}, seeds: [1] }).settings;
    expect(visible!.options.heldOutLabels).to.equal("visible");
  });

  it("runs every setting with every seed, setting by setting", () => {
    const plan = planSweep({ base, grid: parseGrid(["lambda=1,2"]), seeds: [3, 7] });
    expect(plannedRuns(plan).map(({ key, options }) => [key, options.lambda, options.seed])).to.deep.equal([
      ["lambda=1,seed=3", 1, 3],
      ["lambda=1,seed=7", 1, 7],
      ["lambda=2,seed=3", 2, 3],
      ["lambda=2,seed=7", 2, 7],
    ]);
  });

  for (const seeds of [[], [1, 1], [-1], [0.5]]) {
    it(`refuses the seeds ${JSON.stringify(seeds)}`, () => {
      expect(() => planSweep({ base, grid: {}, seeds })).to.throw(
        UsageError,
        /‘seeds’: expected different whole numbers/,
      );
    });
  }
});
