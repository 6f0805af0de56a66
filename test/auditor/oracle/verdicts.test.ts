import { auditOutcomes, predictClasses, type RunVerdict } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import type { EdgeCase } from "../../fixtures/oracle/fixture-types.js";
import { named, outcomesOfEdge, readFixture } from "../../fixtures/oracle/fixtures.js";

const { cases } = readFixture("edges.json");
const limit = 0.2;

/** What a script says that compares a library's number with a limit. */
function naiveGate(one: EdgeCase, peer: string): "pass" | "violated" | "raises" {
  const { value } = one.peer[peer]!;
  if (value === undefined) return "raises";
  return Number(value) > limit ? "violated" : "pass";
}

function audited(one: EdgeCase) {
  return auditOutcomes({
    attributes: [{ name: "group", outcomes: outcomesOfEdge(one) }],
    version: "0.1.0",
    settings: { maxGap: limit, draws: 0 },
  });
}

type Row = readonly [name: string, ours: RunVerdict, fairlearn: string, aif360: string];

const verdicts: readonly Row[] = [
  ["as drawn", "pass", "pass", "pass"],
  ["labels 0/1/2", "pass", "raises", "raises"],
  ["NaN group", "pass", "raises", "raises"],
  ["NaN label", "pass", "raises", "raises"],
  ["NaN prediction", "pass", "raises", "pass"],
  ["a cell with 0 members", "inconclusive", "violated", "pass"],
  ["a cell with 1 member, all missed", "inconclusive", "violated", "violated"],
  ["a cell with 2 members, all missed", "inconclusive", "violated", "violated"],
  ["a cell with 3 members, all missed", "inconclusive", "violated", "violated"],
  ["probabilities as predictions", "pass", "raises", "pass"],
  ["label -1", "pass", "raises", "raises"],
  ["labels -1 and 1", "pass", "pass", "raises"],
  ["one group only", "inconclusive", "pass", "pass"],
  ["three groups", "pass", "pass", "pass"],
  ["perfect prediction, one group without positives", "inconclusive", "violated", "pass"],
  ["no rows", "inconclusive", "raises", "pass"],
  ["constant prediction", "pass", "pass", "pass"],
  ["a declared group without rows", "inconclusive", "pass", "pass"],
];

describe(`a gate at ${limit} on files on which tools disagree`, () => {
  it("covers all of them", () => {
    expect(verdicts.map(([name]) => name)).to.deep.equal(cases.map(({ name }) => name));
  });

  for (const [name, ours, fairlearn, aif360] of verdicts) {
    it(`${name}: ${ours}; a comparison with Fairlearn's number ${fairlearn}, with AIF360's ${aif360}`, () => {
      const one = named(cases, name);
      expect(naiveGate(one, "fairlearn.equalized_odds_difference")).to.equal(fairlearn);
      expect(naiveGate(one, "aif360.equalized_odds_difference")).to.equal(aif360);
      expect(audited(one).verdict).to.equal(ours);
    });
  }

  for (const one of cases) {
    it(`accounts for every row and writes no NaN: ${one.name}`, () => {
      const report = audited(one);
      const { rows } = report.attributes[0]!;
      const excluded = Object.values(rows.excluded).reduce((sum, n) => sum + n, 0);
      expect(rows.used + excluded).to.equal(one.y.length);
      expect(JSON.parse(JSON.stringify(report))).to.deep.equal(report);
    });
  }
});

describe("scores that are not numbers", () => {
  const logits = { logits: Float32Array.of(0.2, 0.8, NaN, 0.1, 3, -1), columns: 2 };

  it("stop a model's audit, where AIF360 takes a NaN prediction for a negative one", () => {
    expect(() => predictClasses(logits)).to.throw(ModelError, /NaN or infinite.*1 of 3 nodes/);
    expect(named(cases, "NaN prediction").peer["aif360.equalized_odds_difference"]!.warnings).to.deep.equal([]);
  });

  it("are no prediction where asked to go on", () => {
    const { prediction, nonFinite } = predictClasses(logits, { nonFinite: "exclude" });
    expect([...prediction]).to.deep.equal([1, -1, 0]);
    expect(nonFinite).to.equal(1);
  });
});
