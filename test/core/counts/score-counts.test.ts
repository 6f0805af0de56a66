import { checkScoreCounts, countScores, InputError, outcomesAtThreshold, scoreCountAt, scoreRow } from "@evenodds/core";
import { expect } from "chai";
import { scoresOf } from "../../support/scores.js";

const codes = (...values: number[]) => Int32Array.from(values);

describe("countScores", () => {
  it("counts rows by group, label and distinct score in ascending order", () => {
    const counted = scoresOf({ a: [[0.2, 0.1, 0.2], [0.9]], b: [[], [0.2, 0.9, 0.9]] });
    expect(Array.from(counted.scores)).to.deep.equal([0.1, 0.2, 0.9]);
    expect(Array.from(counted.counts)).to.deep.equal([1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2]);
    expect(scoreCountAt(counted, 1, { label: 1, score: 2 })).to.equal(2);
    expect(Array.from(scoreRow(counted, 0, 0))).to.deep.equal([1, 2, 0]);
  });

  it("counts every row that is left out, by its first reason, and takes −0 for 0", () => {
    const counted = countScores({
      group: codes(0, -1, 0, 0, 0),
      label: codes(-1, 0, 1, 1, 0),
      score: Float64Array.from([NaN, NaN, Infinity, -0, 0]),
      groups: ["a"],
      classes: ["0", "1"],
    });
    expect(counted.excluded).to.deep.equal({ unlabelled: 1, "missing-attribute": 1, "non-finite-prediction": 1 });
    expect(counted.scores).to.deep.equal(Float64Array.from([0]));
    expect(Array.from(counted.counts)).to.deep.equal([1, 1]);
  });

  it("refuses lengths that disagree and a third class", () => {
    const names = { groups: ["a"], classes: ["0", "1"] as [string, string] };
    const score = Float64Array.from([0.5]);
    expect(() => countScores({ group: codes(0, 0), label: codes(0), score, ...names })).to.throw(
      InputError,
      /2 groups/,
    );
    expect(() => countScores({ group: codes(0), label: codes(2), score, ...names })).to.throw(
      InputError,
      /label.*found 2/,
    );
  });
});

describe("outcomesAtThreshold", () => {
  const counted = scoresOf({
    a: [
      [0.2, 0.5],
      [0.5, 0.9],
    ],
  });
  it("predicts the positive class from the threshold on", () => {
    expect(Array.from(outcomesAtThreshold(counted, 0.5).counts)).to.deep.equal([1, 1, 0, 2]);
    expect(Array.from(outcomesAtThreshold(counted, 0.51).counts)).to.deep.equal([2, 0, 1, 1]);
    expect(Array.from(outcomesAtThreshold(counted, -1).counts)).to.deep.equal([0, 2, 0, 2]);
    expect(Array.from(outcomesAtThreshold(counted, 2).counts)).to.deep.equal([2, 0, 2, 0]);
  });
});

describe("checkScoreCounts", () => {
  it("names what cannot be computed with", () => {
    const good = scoresOf({ a: [[0.2, 0.5], [0.9]] });
    expect(() => checkScoreCounts(good)).not.to.throw();
    const bad: [Partial<typeof good>, RegExp][] = [
      [{ groups: ["a", "a"] }, /distinct/],
      [{ classes: ["0", "0"] }, /two different/],
      [{ scores: Float64Array.from([0.2, 0.2, 0.9]) }, /ascending/],
      [{ scores: Float64Array.from([0.2, NaN, 0.9]) }, /finite.*NaN/],
      [{ counts: new Float64Array(5) }, /6 counts.*5/],
      [{ counts: Float64Array.from([1, 1, 0, 0, 0, -1]) }, /0 or more.*-1/],
    ];
    for (const [part, message] of bad) {
      expect(() => checkScoreCounts({ ...good, ...part })).to.throw(InputError, message);
    }
  });
});
