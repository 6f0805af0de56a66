import { Random, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import { fairlearn } from "../../../../bench/coverage/peers/fairlearn.js";
import { fairpipe } from "../../../../bench/coverage/peers/fairpipe.js";
import { oneVsRest } from "../../../../bench/coverage/peers/one-vs-rest.js";
import { quantile } from "../../../../bench/coverage/peers/quantile.js";
import { vfairness } from "../../../../bench/coverage/peers/vfairness.js";
import { binaryOutcomes } from "../../../support/outcomes.js";

/** Two groups with 50 rows of either label; equal false positive rates. */
function tables(first: number, second: number): OutcomeCounts {
  const group = (tp: number) => ({ tn: 40, fp: 10, fn: 50 - tp, tp });
  return binaryOutcomes({ a: group(first), b: group(second) });
}

const options = () => ({ random: Random.of(0, "peers"), draws: 199 });

describe("oneVsRest", () => {
  it("asks about the second of two classes, and about each of three at a third of the error", () => {
    const two = oneVsRest(tables(30, 42));
    expect(two.level).to.equal(0.95);
    expect(two.problems).to.deep.equal([
      [
        { tp: 30, fn: 20, fp: 10, tn: 40 },
        { tp: 42, fn: 8, fp: 10, tn: 40 },
      ],
    ]);
    const counts = Float64Array.of(5, 1, 0, 2, 6, 1, 0, 0, 7);
    const three = oneVsRest({ groups: ["a"], classes: ["0", "1", "2"], counts });
    expect(three.level).to.be.closeTo(1 - 0.05 / 3, 1e-12);
    expect(three.problems[0]).to.deep.equal([{ tp: 5, fn: 1, fp: 2, tn: 14 }]);
    expect(three.problems[2]).to.deep.equal([{ tp: 7, fn: 0, fp: 1, tn: 14 }]);
  });
});

describe("quantile", () => {
  it("interpolates between neighbours", () => {
    expect(quantile(Float64Array.of(1, 2, 4, 8), 0.5)).to.equal(3);
    expect(quantile(Float64Array.of(1, 2, 4, 8), 1)).to.equal(8);
  });
});

describe("fairpipe", () => {
  // (k + 1) / 52 in both groups: a distance of 0.173 is 2.05 standard errors, one of 0.231 is 2.69; Bonferroni's
  // quantile of two intervals is 2.24.
  it("excludes 0 where Agresti and Caffo's interval of a pair does", () => {
    expect(fairpipe(tables(33, 42))).to.equal(false);
    expect(fairpipe(tables(30, 42))).to.equal(true);
  });

  it("leaves out groups of fewer than 30 rows, and gives none where a label has no rows", () => {
    const without = binaryOutcomes({ a: { tn: 40, fp: 10, fn: 0, tp: 0 }, b: { tn: 40, fp: 10, fn: 5, tp: 5 } });
    expect(fairpipe(without)).to.equal(null);
    const small = binaryOutcomes({ a: { tn: 10, fp: 10, fn: 0, tp: 9 }, b: { tn: 40, fp: 10, fn: 50, tp: 50 } });
    expect(fairpipe(small)).to.equal(null);
  });
});

describe("fairlearn", () => {
  it("excludes 0 for equal groups: a largest difference is hardly ever 0", () => {
    expect(fairlearn(tables(30, 30), options())).to.equal(true);
  });
});

describe("vfairness", () => {
  it("excludes 0 where the permutation test rejects at half the level", () => {
    expect(vfairness(tables(30, 30), options())).to.equal(false);
    expect(vfairness(tables(20, 45), options())).to.equal(true);
  });

  it("gives none where a label has no rows in a group", () => {
    const without = binaryOutcomes({ a: { tn: 40, fp: 10, fn: 0, tp: 0 }, b: { tn: 40, fp: 10, fn: 5, tp: 5 } });
    expect(vfairness(without, options())).to.equal(null);
  });
});
