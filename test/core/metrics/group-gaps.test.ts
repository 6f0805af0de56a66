import {
  accuracyByGroup,
  accuracyDifference,
  demographicParityDifference,
  demographicParityRatio,
  errorRateDifference,
  predictionCounts,
  predictiveParityGaps,
  UsageError,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes, reordered } from "../../support/outcomes.js";

// PPV: a 8/10, b 5/10. NPV: a 9/10, b 18/20. Selected: a 10/20, b 10/30. Right: a 17/20, b 23/30.
const pair = binaryOutcomes({ a: { tn: 9, fp: 2, fn: 1, tp: 8 }, b: { tn: 18, fp: 5, fn: 2, tp: 5 } });

describe("predictiveParityGaps", () => {
  it("compares how far a prediction can be trusted", () => {
    const [negative, positive] = predictiveParityGaps(pair);
    expect(positive!.class).to.equal("1");
    expect(positive!.positivePredictiveValue.value).to.equal(0.3);
    expect(positive!.positivePredictiveValue.worst!.lowest).to.deep.equal({ group: "b", k: 5, n: 10, rate: 0.5 });
    expect(positive!.negativePredictiveValue.value).to.equal(0);
    expect(negative!.positivePredictiveValue).to.deep.include({ value: 0, status: "estimated" });
  });

  it("is undefined where a class is hardly ever predicted", () => {
    const never = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 9, tp: 0 }, b: { tn: 9, fp: 9, fn: 9, tp: 9 } });
    const { positivePredictiveValue } = predictiveParityGaps(never)[1]!;
    expect(positivePredictiveValue).to.deep.include({ value: null, status: "undefined" });
    expect(positivePredictiveValue.leftOut).to.deep.equal([{ group: "a", label: null, n: 0, status: "empty" }]);
  });

  it("is 0 for perfect predictions on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const width = outcomes.classes.length;
        const perfect = outcomes.counts.map((n, i) => (Math.floor(i / width) % width === i % width ? n : 0));
        for (const gaps of predictiveParityGaps({ ...outcomes, counts: perfect }, { minimumSupport: 1 })) {
          expect(gaps.positivePredictiveValue.value ?? 0).to.equal(0);
          expect(gaps.negativePredictiveValue.value ?? 0).to.equal(0);
        }
      }),
    );
  });
});

describe("demographicParityRatio", () => {
  it("divides the lowest selection rate by the highest", () => {
    // (10/30) / (10/20) = 2/3 for class 1; class 0: (10/20) / (20/30) = 3/4.
    const named = demographicParityRatio(predictionCounts(pair), { positiveClass: "1" });
    expect(named.value).to.be.closeTo(2 / 3, 1e-15);
    expect(named).to.deep.include({ status: "estimated", fourFifths: false });
    expect(named.worst!.lowest.group).to.equal("b");
    expect(demographicParityRatio(predictionCounts(pair), { positiveClass: "0" }).value).to.equal(0.75);
    expect(demographicParityRatio(predictionCounts(pair)).value).to.be.closeTo(2 / 3, 1e-15);
  });

  it("passes four fifths at exactly 0.8, and cannot tell with a group left out", () => {
    const selected = (b: { fp: number; tn: number }) =>
      predictionCounts(binaryOutcomes({ a: { tn: 5, fp: 5, fn: 0, tp: 0 }, b: { ...b, fn: 0, tp: 0 } }));
    const ratio = (b: { fp: number; tn: number }) => demographicParityRatio(selected(b), { positiveClass: "1" });
    expect(ratio({ fp: 4, tn: 6 })).to.deep.include({ value: 0.8, fourFifths: true });
    expect(ratio({ fp: 39, tn: 61 }).fourFifths).to.equal(false);
    const partial = binaryOutcomes({
      a: { tn: 5, fp: 5, fn: 0, tp: 0 },
      b: { tn: 5, fp: 5, fn: 0, tp: 0 },
      c: { tn: 1, fp: 0, fn: 0, tp: 0 },
    });
    const found = demographicParityRatio(predictionCounts(partial), { positiveClass: "1" });
    expect(found).to.deep.include({ value: 1, status: "partial", fourFifths: null });
  });

  it("has no value where nobody is selected, and rejects an unknown class", () => {
    const nobody = predictionCounts(
      binaryOutcomes({ a: { tn: 9, fp: 0, fn: 0, tp: 0 }, b: { tn: 9, fp: 0, fn: 0, tp: 0 } }),
    );
    for (const options of [{ positiveClass: "1" }, {}]) {
      const ratio = demographicParityRatio(nobody, options);
      expect(ratio).to.deep.include({ value: null, status: "undefined", fourFifths: null });
    }
    expect(() => demographicParityRatio(nobody, { positiveClass: "yes" })).to.throw(UsageError, /positive class/);
  });

  it("lies in [0, 1], and is 1 for two classes exactly where the difference is 0", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const predictions = predictionCounts(outcomes);
        const { value } = demographicParityRatio(predictions);
        if (value === null) return;
        expect(value).to.be.within(0, 1);
        if (demographicParityDifference(predictions).value === 0) expect(value).to.be.closeTo(1, 1e-12);
        else expect(value).to.be.below(1);
      }),
    );
  });
});

describe("accuracyDifference", () => {
  it("compares shares of right predictions", () => {
    const { value, worst, status } = accuracyDifference(pair);
    expect(value).to.be.closeTo(17 / 20 - 23 / 30, 1e-15);
    expect(status).to.equal("estimated");
    expect(worst!.highest).to.include({ group: "a", k: 17, n: 20 });
    expect(errorRateDifference(pair).worst!.highest).to.include({ group: "b", k: 7, n: 30 });
  });

  it("equals the error-rate gap and the spread of accuracyByGroup, in any order of groups and classes", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const { value, status } = accuracyDifference(outcomes, { minimumSupport: 1 });
        expect(errorRateDifference(outcomes, { minimumSupport: 1 })).to.deep.include({ value, status });
        const known = accuracyByGroup(outcomes).flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
        if (known.length < 2) expect(value).to.equal(null);
        else expect(value).to.be.closeTo(Math.max(...known) - Math.min(...known), 1e-12);
        const back = <T>(list: readonly T[]) => list.map((_, i) => list.length - 1 - i);
        const turned = reordered(outcomes, { groups: back(outcomes.groups), classes: back(outcomes.classes) });
        expect(accuracyDifference(turned, { minimumSupport: 1 }).value).to.equal(value);
      }),
    );
  });
});
