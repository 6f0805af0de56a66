import { scoreSection, scoreSentence } from "@evenodds/auditor/internal";
import { countScores } from "@evenodds/core";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../../support/audit-reports.js";
import { tablesOf, textsOf } from "../support/pieces.js";

/** Groups a and b with two rows of each label; scores in the order negative, negative, positive, positive. */
function scoredReport(a: readonly number[], b: readonly number[]) {
  const outcomes = countsOf(["n", "y"], {
    a: [
      [2, 0],
      [0, 2],
    ],
    b: [
      [2, 0],
      [0, 2],
    ],
  });
  const scores = countScores({
    group: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
    label: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1),
    score: Float64Array.of(...a, ...b),
    groups: ["a", "b"],
    classes: ["n", "y"],
  });
  return reportOf(outcomes, { attributes: [{ name: "g", outcomes, scores }], settings: { minimumSupport: 2 } });
}

describe("scoreSection", () => {
  it("is absent without scores", () => {
    expect(scoreSection(creditReport().attributes[0]!, creditReport())).to.equal(null);
    expect(scoreSentence(creditReport().attributes[0]!)).to.equal(null);
  });

  it("has AUC, Brier score and calibration error of every group with n, of all, and the difference", () => {
    // Group a separates its labels (AUC 1); in b one of the four pairs is the wrong way round (AUC 0.75).
    const report = scoredReport([0, 0, 1, 1], [0, 0.5, 0.25, 1]);
    const [figures] = tablesOf(scoreSection(report.attributes[0]!, report)!);
    expect(figures!.columns.map(({ title }) => title)).to.deep.equal(["Group", "AUC", "Brier score", "ECE"]);
    expect(figures!.rows[0]!.slice(0, 3)).to.deep.equal([
      "a",
      { value: "1.000", counts: "n = 2", isSmall: false },
      { value: "0.000", counts: "n = 4", isSmall: false },
    ]);
    // (0.25 + 0.5625) / 4 = 0.203125
    expect(figures!.rows[1]!.slice(1, 3)).to.deep.equal([
      { value: "0.750", counts: "n = 2", isSmall: false },
      { value: "0.203", counts: "n = 4", isSmall: false },
    ]);
    expect(figures!.foot![1]![1]).to.deep.equal({ value: "0.250", detail: "b to a" });
    expect(scoreSentence(report.attributes[0]!)).to.match(/: b 0\.750, a 1\.000, a gap of 0\.250\.$/);
  });

  it("has a curve over thresholds, and equalizing thresholds that are no recommendation", () => {
    const report = scoredReport([0, 0, 1, 1], [0, 0.5, 0.25, 1]);
    const section = scoreSection(report.attributes[0]!, report)!;
    expect(section.pieces.map(({ kind }) => kind)).to.deep.equal(["text", "table", "threshold-chart", "fold"]);
    expect(textsOf(section).join(" ")).to.include("information, not a recommendation");
    const [, thresholds] = tablesOf(section);
    expect(thresholds!.rows.map(([group]) => group)).to.deep.equal(["a", "b"]);
  });

  it("has no Brier score and no calibration for scores that are no probabilities", () => {
    const report = scoredReport([-3, -1, 2, 4], [-2, 1, 0, 3]);
    const section = scoreSection(report.attributes[0]!, report)!;
    expect(tablesOf(section)[0]!.columns.map(({ title }) => title)).to.deep.equal(["Group", "AUC"]);
    expect(textsOf(section).join(" ")).to.include("Brier score and calibration error are undefined: some score");
  });

  it("has no curve over one score", () => {
    const report = scoredReport([0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5]);
    const section = scoreSection(report.attributes[0]!, report)!;
    expect(section.pieces.map(({ kind }) => kind)).not.to.include("threshold-chart");
    expect(textsOf(section).join(" ")).to.include("undefined: there are no two different scores");
  });

  it("says so where no groups can be compared", () => {
    const one = scoredReport([0, 0, 1, 1], [0, 0.5, 0.25, 1]);
    const { scores, ...rest } = one.attributes[0]!;
    const reason = "there are no two groups with enough rows of both labels";
    const gap = { status: "undefined", value: null, reason, highest: null, lowest: null } as const;
    const nothing = { common: null, separate: null, leftOut: ["a", "b"], reason };
    const bare = { ...rest, scores: { ...scores!, auc: { ...scores!.auc, gap }, equalizingThresholds: nothing } };
    const section = scoreSection(bare, one)!;
    expect(tablesOf(section)[0]!.foot![1]![1]).to.deep.equal({ value: "undefined", detail: reason });
    expect(textsOf(section).at(-1)).to.equal(`Thresholds that would equalize the groups are undefined: ${reason}.`);
    expect(scoreSentence(bare)).to.match(/; by group: there are no two groups/);
  });
});
