import {
  auditOutcomes,
  baselineOf,
  judgeBaseline,
  judgementSentences,
  readBaseline,
  renderBaseline,
  renderBaselineJudgement,
  tightenedBaseline,
} from "@evenodds/auditor";
import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes, type BinaryCells } from "../../support/outcomes.js";
import { expectToFitSchema } from "../../support/report-schema.js";

const report = (groups: Readonly<Record<string, BinaryCells>>, settings = {}) =>
  auditOutcomes({
    attributes: [{ name: "sex", outcomes: binaryOutcomes(groups) }],
    version: "1",
    settings: { draws: 0, ...settings },
  });
const usual = { tn: 90, fp: 10, fn: 10, tp: 90 };
const before = report({ F: usual, M: usual });
const baseline = baselineOf(before);

describe("baselineOf", () => {
  it("holds counts, definitions and nodes, whatever the order of groups and classes", () => {
    expect(baseline.attributes).to.deep.equal([
      {
        name: "sex",
        groups: ["F", "M"],
        counts: [
          [
            [90, 10],
            [10, 90],
          ],
          [
            [90, 10],
            [10, 90],
          ],
        ],
      },
    ]);
    expect(baselineOf(report({ M: usual, F: usual }))).to.deep.equal(baseline);
    expect(baseline.nodes).to.deep.equal({ of: "predictions", files: [], split: "all", selection: null });
  });
});

describe("readBaseline", () => {
  const text = renderBaseline(baseline);

  it("reads what renderBaseline writes, however it is laid out", () => {
    expect(readBaseline(text, "b.json")).to.deep.equal(baseline);
    expect(readBaseline(JSON.stringify(JSON.parse(text)), "b.json")).to.deep.equal(baseline);
  });

  it("notices a number, a name and a limit that were changed by hand", () => {
    for (const [from, to] of [
      ["90", "80"],
      ['"sex"', '"set"'],
      ['"minimumSupport": 5', '"minimumSupport": 50'],
    ] as const) {
      expect(() => readBaseline(text.replace(from, to), "b.json")).to.throw(InputError, /changed by hand.*‘rebase’/);
    }
  });

  it("refuses what is no baseline", () => {
    expect(() => readBaseline("{", "b.json")).to.throw(InputError, /b\.json: .*not JSON/);
    expect(() => readBaseline("{}", "b.json")).to.throw(InputError, /no sha256/);
    expect(() => readBaseline('{"sha256": "x"}', "b.json")).to.throw(InputError, /kind undefined/);
  });
});

describe("judgeBaseline", () => {
  it("passes the same model, and one that is worse by no more than chance explains", () => {
    expect(judgeBaseline(baseline, before).verdict).to.equal("pass");
    const later = report({ F: { ...usual, fn: 15, tp: 85 }, M: usual });
    expect(judgeBaseline(baseline, later).verdict).to.equal("pass");
  });

  it("fails a gap that has grown, and the group behind it", () => {
    const { verdict, attributes } = judgeBaseline(baseline, report({ F: { ...usual, fn: 60, tp: 40 }, M: usual }));
    expect(verdict).to.equal("violated");
    expect(attributes[0]!.gap).to.include({ baseline: 0, now: 0.5, change: 0.5, verdict: "violated" });
    const worse = attributes[0]!.cells.filter((cell) => cell.verdict === "violated");
    expect(worse.map(({ group, label }) => [group, label])).to.deep.equal([["F", "1"]]);
    // At most 10 + 60 rows are discordant, of which 10 gained: P(at most 10 of 70 heads).
    expect(worse[0]!.pValue).to.be.below(1e-9);
  });

  it("fails groups that are all worse alike, where no gap has grown", () => {
    const worse = { ...usual, fn: 40, tp: 60 };
    const { verdict, attributes } = judgeBaseline(baseline, report({ F: worse, M: worse }));
    expect(attributes[0]!.gap.verdict).to.equal("pass");
    expect(verdict).to.equal("violated");
  });

  it("fails a small slice that is worse while accuracy is better", () => {
    const small = { tn: 20, fp: 5, fn: 3, tp: 22 };
    const old = { F: small, M: { tn: 800, fp: 200, fn: 200, tp: 800 } };
    const later = { F: { ...small, fn: 20, tp: 5 }, M: { tn: 850, fp: 150, fn: 150, tp: 850 } };
    const [first, second] = [report(old), report(later)];
    const accuracy = ({ attributes }: typeof first) => attributes[0]!.performance.accuracy!;
    expect(accuracy(second)).to.be.above(accuracy(first));
    const { attributes } = judgeBaseline(baselineOf(first), second);
    const worse = attributes[0]!.cells.filter((cell) => cell.verdict === "violated");
    expect(worse.map(({ group, label }) => [group, label])).to.deep.equal([["F", "1"]]);
  });

  it("cannot decide a gap without two groups of the minimum support", () => {
    const alone = report({ F: usual, M: { tn: 0, fp: 0, fn: 0, tp: 0 } });
    const { verdict, attributes } = judgeBaseline(baselineOf(alone), alone);
    expect(verdict).to.equal("inconclusive");
    expect(attributes[0]!.gap.reason).to.match(/no two groups/);
  });

  it("refuses other nodes and other definitions", () => {
    expect(() => judgeBaseline(baseline, report({ F: { ...usual, tp: 91 }, M: usual }))).to.throw(
      InputError,
      /rows by group and label of "sex".*‘rebase’/,
    );
    expect(() => judgeBaseline(baseline, report({ F: usual, X: usual }))).to.throw(InputError, /groups of "sex"/);
    expect(() => judgeBaseline(baseline, report({ F: usual, M: usual }, { minimumSupport: 7 }))).to.throw(
      InputError,
      /minimum support of the report: expected 5, found 7/,
    );
  });

  it("fits its schema, and is said in words", () => {
    const judged = judgeBaseline(baseline, report({ F: { ...usual, fn: 60, tp: 40 }, M: usual }));
    expectToFitSchema(judged);
    const text = renderBaselineJudgement(judged);
    expect(text).to.match(/^VIOLATED {2}Worse than the baseline/);
    expect(judgementSentences(judged.attributes[0]!)[1]).to.match(
      /^sex F with true label 1: right 40\/100, 90\/100 in/,
    );
  });
});

describe("tightenedBaseline", () => {
  it("takes counts that are better in some cell and worse in none", () => {
    const better = { ...usual, fn: 5, tp: 95 };
    const { baseline: next, looser } = tightenedBaseline(baseline, report({ F: better, M: better }));
    expect(looser).to.deep.equal([]);
    expect(next!.attributes[0]!.counts[0]![1]).to.deep.equal([5, 95]);
  });

  it("keeps what would become looser by a single row, and says what", () => {
    const { baseline: next, looser } = tightenedBaseline(
      baseline,
      report({ F: { ...usual, fn: 11, tp: 89 }, M: usual }),
    );
    expect(next).to.equal(null);
    expect(looser).to.deep.equal([
      'the gap of "sex" is 0.0100, and 0.0000 in the baseline',
      '89 of 100 are right in "sex" "F" with true label "1", and 90 in the baseline',
    ]);
  });
});
