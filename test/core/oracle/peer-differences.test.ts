import { countOutcomes, equalizedOddsDifference, equalizedOddsRatio, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import type { EdgeCase } from "../../fixtures/oracle/fixture-types.js";
import { named, outcomesOfEdge, readFixture } from "../../fixtures/oracle/fixtures.js";

const { cases, minimumSupport } = readFixture("edges.json");
const tolerance = 1e-12;

const fairlearn = ({ peer }: EdgeCase) => peer["fairlearn.equalized_odds_difference"]!;
const aif360 = ({ peer }: EdgeCase) => peer["aif360.equalized_odds_difference"]!;
const raises = { error: "ValueError", warnings: [] };

function expectRight(outcomes: OutcomeCounts, right: EdgeCase["right"], support: number): void {
  const { status, value, leftOut, reason } = equalizedOddsDifference(outcomes, { minimumSupport: support });
  expect(status).to.equal(right.status);
  expect(reason === null).to.equal(status === "estimated");
  if (right.value === null) expect(value).to.equal(null);
  else expect(value).to.be.closeTo(right.value, tolerance);
  expect(leftOut.map(({ group, label, n }) => [group, label, n])).to.have.deep.members(right.leftOut);
  expect(outcomes.excluded).to.deep.equal(right.excluded);
}

describe("equalizedOddsDifference on files on which tools disagree", () => {
  it("has 18 of them", () => expect(cases.length).to.equal(18));

  for (const one of cases) {
    it(`is right with the default minimum support: ${one.name}`, () => {
      expectRight(outcomesOfEdge(one), one.right, minimumSupport);
    });

    it(`is right where every row counts: ${one.name}`, () => {
      expectRight(outcomesOfEdge(one), one.rightFromOneRow, 1);
    });
  }
});

describe("documented differences to other tools", () => {
  const edge = (name: string) => named(cases, name);
  const ours = (name: string) => equalizedOddsDifference(outcomesOfEdge(edge(name)));

  it("none where every cell has rows", () => {
    for (const peer of [fairlearn, aif360]) {
      expect(peer(edge("as drawn")).value).to.be.closeTo(ours("as drawn").value!, tolerance);
    }
  });

  it("three classes: Fairlearn and AIF360 raise", () => {
    expect(fairlearn(edge("labels 0/1/2"))).to.deep.equal(raises);
    expect(aif360(edge("labels 0/1/2"))).to.deep.equal(raises);
    expect(ours("labels 0/1/2").status).to.equal("estimated");
  });

  it("a missing group: both raise, AIF360's other interface drops rows without a warning; we count them", () => {
    const one = edge("NaN group");
    expect(fairlearn(one)).to.deep.equal(raises);
    expect(aif360(one)).to.deep.equal(raises);
    const dropped = one.peer["aif360.sklearn.average_odds_error"]!;
    expect(dropped.value).to.be.a("number");
    expect(dropped.warnings).to.deep.equal([]);
    expect(outcomesOfEdge(one).excluded).to.deep.equal({ "missing-attribute": 40 });
  });

  it("a missing label: both raise; we exclude and count", () => {
    const one = edge("NaN label");
    expect(fairlearn(one)).to.deep.equal(raises);
    expect(aif360(one)).to.deep.equal(raises);
    expect(outcomesOfEdge(one).excluded).to.deep.equal({ unlabelled: 40 });
  });

  it("a NaN prediction: AIF360 says 0.061 without a warning; we exclude and count", () => {
    const one = edge("NaN prediction");
    expect(fairlearn(one)).to.deep.equal(raises);
    expect(aif360(one).warnings).to.deep.equal([]);
    expect(aif360(one).value).to.be.closeTo(0.061, 0.0005);
    expect(Math.abs(Number(aif360(one).value) - ours(one.name).value!)).to.be.above(0.01);
    expect(outcomesOfEdge(one).excluded).to.deep.equal({ "non-finite-prediction": 40 });
  });

  it("a cell with 0 members: Fairlearn says 0.65, AIF360 loses a NaN; ours is partial and names the cell", () => {
    const one = edge("a cell with 0 members");
    expect(fairlearn(one).value).to.be.closeTo(0.65, 0.0005);
    expect(fairlearn(one).warnings).to.deep.equal([]);
    const { status, value, leftOut } = ours(one.name);
    expect(aif360(one).value).to.be.closeTo(value!, tolerance);
    expect(status).to.equal("partial");
    expect(leftOut).to.deep.equal([{ group: "1", label: "1", n: 0, status: "empty" }]);
    expect(one.peer["aif360.average_abs_odds_difference"]!.value).to.equal("nan");
  });

  for (const n of [1, 2, 3]) {
    it(`a cell with ${n} of 5 rows: both say 0.65; ours leaves it out unless told to take every row`, () => {
      const one = edge(`a cell with ${n} member${n > 1 ? "s" : ""}, all missed`);
      const { status, value, leftOut } = ours(one.name);
      expect(status).to.equal("partial");
      expect(value).to.be.below(0.15);
      expect(leftOut).to.deep.equal([{ group: "1", label: "1", n, status: "small" }]);
      const everyRow = equalizedOddsDifference(outcomesOfEdge(one), { minimumSupport: 1 });
      for (const peer of [fairlearn, aif360]) expect(peer(one).value).to.be.closeTo(everyRow.value!, tolerance);
      expect(everyRow.value).to.be.closeTo(0.65, 0.0005);
    });
  }

  it("probabilities as predictions: AIF360 says 0 without a warning; with a threshold they become classes", () => {
    const one = edge("probabilities as predictions");
    expect(fairlearn(one)).to.deep.equal(raises);
    expect(aif360(one)).to.deep.equal({ value: 0, warnings: [] });
    expect(ours(one.name).value).to.be.above(0.05);
  });

  it("-1 as a missing label: both raise; we exclude and count", () => {
    const one = edge("label -1");
    expect(fairlearn(one)).to.deep.equal(raises);
    expect(aif360(one)).to.deep.equal(raises);
    expect(outcomesOfEdge(one).excluded).to.deep.equal({ unlabelled: 40 });
  });

  it("-1 as a class: AIF360 raises; the gap is that of the same file with 0", () => {
    expect(aif360(edge("labels -1 and 1"))).to.deep.equal(raises);
    expect(ours("labels -1 and 1").value).to.equal(ours("as drawn").value);
  });

  it("one group: Fairlearn says 0, AIF360 NaN; ours is undefined", () => {
    const one = edge("one group only");
    expect(fairlearn(one).value).to.equal(0);
    expect(aif360(one).value).to.equal("nan");
    expect(ours(one.name)).to.deep.include({ status: "undefined", value: null });
  });

  it("three groups: AIF360 compares one with the rest of a pair; ours is the largest difference, as Fairlearn's", () => {
    const one = edge("three groups");
    const { value } = ours(one.name);
    expect(fairlearn(one).value).to.be.closeTo(value!, tolerance);
    expect(aif360(one).value).to.be.below(value! - 0.01);
  });

  it("six perfect rows, one group without positives: 1, 0 and 0.5; ours is 0 as far as it goes, or undefined", () => {
    const one = edge("perfect prediction, one group without positives");
    expect(fairlearn(one).value).to.equal(1);
    expect(aif360(one).value).to.equal(0);
    expect(one.peer["aif360.sklearn.average_odds_error"]!.value).to.equal(0.5);
    expect(ours(one.name)).to.deep.include({ status: "undefined", value: null });
    const everyRow = equalizedOddsDifference(outcomesOfEdge(one), { minimumSupport: 1 });
    expect(everyRow).to.deep.include({ status: "partial", value: 0 });
    expect(everyRow.leftOut).to.deep.equal([{ group: "1", label: "1", n: 0, status: "empty" }]);
  });

  it("no rows: Fairlearn raises, AIF360 says NaN; ours is undefined", () => {
    const one = edge("no rows");
    expect(fairlearn(one)).to.deep.equal(raises);
    expect(aif360(one).value).to.equal("nan");
    expect(ours(one.name)).to.deep.include({ status: "undefined", value: null });
  });

  it("a constant prediction: Fairlearn's ratio is NaN; ours is undefined with a reason, and the difference 0", () => {
    const one = edge("constant prediction");
    expect(one.peer["fairlearn.equalized_odds_ratio"]!.value).to.equal("nan");
    expect(equalizedOddsRatio(outcomesOfEdge(one))).to.deep.include({ status: "undefined", value: null });
    expect(ours(one.name)).to.deep.include({ status: "estimated", value: 0 });
  });

  it("a declared group without rows: no library can know; ours is partial and names its cells", () => {
    const one = edge("a declared group without rows");
    const { status, value, leftOut } = ours(one.name);
    expect(fairlearn(one).value).to.be.closeTo(value!, tolerance);
    expect(status).to.equal("partial");
    expect(leftOut).to.deep.equal([
      { group: "2", label: "0", n: 0, status: "empty" },
      { group: "2", label: "1", n: 0, status: "empty" },
    ]);
  });

  it("a row that lacks everything has one reason, the first", () => {
    const nothing = Int32Array.of(-1);
    const rows = { group: nothing, label: nothing, prediction: nothing, groups: ["0", "1"], classes: ["0", "1"] };
    expect(countOutcomes(rows).excluded).to.deep.equal({ unlabelled: 1 });
  });
});
