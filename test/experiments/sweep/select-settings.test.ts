import { scoreSetting, selectionRules, selectSettings, type SettingCandidate } from "@evenodds/experiments";
import { expect } from "chai";
import { madeRun, partOf, twoSettings } from "./made-records.js";

describe("scoreSetting", () => {
  it("pools the validation counts of all seeds", () => {
    // Group 0 has 5 and 10 of 10, group 1 has 10 and 5 of 10: each seed has a gap of 0.5, pooled there is none.
    const runs = [
      { validation: partOf([5, 5, 10, 10]), validationTaskLoss: 1 },
      { validation: partOf([10, 10, 5, 5]), validationTaskLoss: 2 },
    ];
    expect(scoreSetting(runs, "gap")).to.equal(0);
    expect(scoreSetting(runs.slice(0, 1), "gap")).to.equal(-0.5);
    expect(scoreSetting(runs, "accuracy")).to.equal(0.75);
    expect(scoreSetting(runs, "score")).to.equal(0.75);
    expect(scoreSetting(runs, "task-loss")).to.equal(-1.5);
  });

  it("is null without runs, and without groups where the rule needs them", () => {
    for (const rule of selectionRules) expect(scoreSetting([], rule)).to.equal(null);
    const { nodes } = partOf([5, 5, 5, 5]);
    const counts = { groups: ["all"], classes: ["a", "b"], counts: Float64Array.of(3, 1, 1, 3), excluded: {} };
    const alone = [{ validation: { nodes, counts, errors: null }, validationTaskLoss: 1 }];
    expect(scoreSetting(alone, "accuracy")).to.equal(0.75);
    expect(scoreSetting(alone, "gap")).to.equal(null);
    expect(scoreSetting(alone, "score")).to.equal(null);
    const candidate = { setting: "all", method: "gcn", runs: alone, failed: false };
    expect(selectSettings([candidate], "score")).to.deep.equal([
      { method: "gcn", setting: null, score: null, candidates: 1, reason: "score is undefined without two groups" },
    ]);
  });
});

describe("selectSettings", () => {
  it("never looks at a test outcome", () => {
    const runs = twoSettings().map((run) =>
      Object.defineProperty({ ...run }, "test", {
        get: () => {
          throw new Error("test outcomes were read");
        },
      }),
    );
    const candidates: SettingCandidate[] = ["gcn", "eqgnn"].map((method) => ({
      setting: method,
      method,
      runs: runs.filter(({ options }) => options.method === method),
      failed: false,
    }));
    for (const rule of selectionRules) {
      const choice = selectSettings(candidates, rule);
      expect(choice.map(({ setting }) => setting)).to.deep.equal(["gcn", "eqgnn"]);
    }
    expect(() => runs[0]!.test).to.throw("test outcomes were read");
  });

  it("leaves settings with failed runs out", () => {
    const run = madeRun({ method: "eqgnn", lambda: 1, seed: 1 }, { test: partOf([9, 9, 9, 9]) });
    const worse = { ...run, validation: partOf([5, 5, 5, 5]) };
    const candidates = [
      { setting: "good", method: "eqgnn", runs: [run], failed: true },
      { setting: "sound", method: "eqgnn", runs: [worse], failed: false },
    ];
    expect(selectSettings(candidates, "accuracy")[0]).to.include({ setting: "sound", score: 0.5, candidates: 2 });
  });
});
