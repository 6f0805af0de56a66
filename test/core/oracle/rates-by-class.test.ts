import {
  accuracyDifference,
  classRates,
  demographicParityRatio,
  errorRateDifference,
  predictionCounts,
  predictiveParityGaps,
  type ClassRates,
  type Rate,
} from "@evenodds/core";
import { expect } from "chai";
import type { Reading } from "../../fixtures/oracle/fixture-types.js";
import { named, outcomesOfCase, readFixture } from "../../fixtures/oracle/fixtures.js";

const { cases: binary } = readFixture("binary.json");
const { cases: multiclass } = readFixture("multiclass.json");
const everyRow = { minimumSupport: 1 };
const tolerance = 1e-12;

/** Largest minus smallest of the rates that are numbers. */
function rangeOf(values: readonly Reading[]): number {
  const numbers = values.filter((value) => typeof value === "number");
  return Math.max(...numbers) - Math.min(...numbers);
}

describe("classRates against Fairlearn's MetricFrame", () => {
  type RateName = keyof { [Name in keyof ClassRates as ClassRates[Name] extends Rate ? Name : never]: Rate };
  const rates = [
    "truePositiveRate",
    "falsePositiveRate",
    "trueNegativeRate",
    "falseNegativeRate",
    "positivePredictiveValue",
    "negativePredictiveValue",
  ] as const satisfies readonly RateName[];

  for (const one of binary) {
    const positives = classRates(outcomesOfCase(one), everyRow).filter((entry) => entry.class === "1");
    for (const rate of rates) {
      it(`${rate}: ${one.name}`, () => {
        expect(positives.map(({ group }) => group)).to.deep.equal(one.groups);
        positives.forEach((entry, g) => {
          const { n, value } = entry[rate];
          const theirs = one.fairlearn.byGroup[rate][g]!;
          if (n > 0) expect(value).to.be.closeTo(Number(theirs), tolerance);
          else {
            // 0/0: Fairlearn says 0 for a rate given the label; scikit-learn was told to say NaN for a precision.
            expect(value).to.equal(null);
            expect(theirs).to.equal(rate.endsWith("Value") ? "nan" : 0);
          }
        });
      });
    }
  }
});

describe("predictiveParityGaps against the range of scikit-learn's precision by group", () => {
  for (const one of binary) {
    it(one.name, () => {
      const gaps = predictiveParityGaps(outcomesOfCase(one), everyRow).find((entry) => entry.class === "1")!;
      const { positivePredictiveValue, negativePredictiveValue } = one.fairlearn.byGroup;
      for (const [ours, theirs] of [
        [gaps.positivePredictiveValue, positivePredictiveValue],
        [gaps.negativePredictiveValue, negativePredictiveValue],
      ] as const) {
        if (theirs.every((value) => value === "nan")) expect(ours.value).to.equal(null);
        else expect(ours.value).to.be.closeTo(rangeOf(theirs), tolerance);
      }
    });
  }
});

describe("accuracyDifference against Fairlearn's and AIF360's accuracy by group", () => {
  for (const one of binary) {
    it(one.name, () => {
      const outcomes = outcomesOfCase(one);
      const { status, value } = accuracyDifference(outcomes, everyRow);
      expect(status).to.equal("estimated");
      expect(value).to.be.closeTo(rangeOf(one.fairlearn.byGroup.accuracy), tolerance);
      expect(errorRateDifference(outcomes, everyRow).value).to.be.closeTo(value!, tolerance);
      if (one.aif360 !== null) expect(value).to.be.closeTo(Math.abs(one.aif360.accuracyDifference), tolerance);
    });
  }
});

describe("demographicParityRatio against Fairlearn and AIF360", () => {
  for (const one of binary.filter(({ name }) => name !== "constant prediction 0")) {
    it(one.name, () => {
      const { status, value } = demographicParityRatio(predictionCounts(outcomesOfCase(one)), {
        ...everyRow,
        positiveClass: "1",
      });
      expect(status).to.equal("estimated");
      expect(value).to.be.closeTo(Number(one.fairlearn.demographicParity.ratio), tolerance);
      if (one.aif360 === null) return;
      // AIF360 divides the first group's rate by the second's, whichever is larger.
      const impact = Number(one.aif360.disparateImpact);
      expect(value).to.be.closeTo(Math.min(impact, 1 / impact), tolerance);
    });
  }

  for (const one of multiclass) {
    it(`${one.name}, one class against the rest`, () => {
      const predictions = predictionCounts(outcomesOfCase(one));
      one.classes.forEach((positiveClass, c) => {
        const { value } = demographicParityRatio(predictions, { ...everyRow, positiveClass });
        const theirs = one.fairlearn.oneVsRest[c]!.selectionRateRatio;
        if (theirs === "nan") expect(value).to.equal(null);
        else expect(value).to.be.closeTo(Number(theirs), tolerance);
      });
    });
  }

  it("both say NaN where nobody is predicted positive; ours is undefined and says nothing on four fifths", () => {
    const one = named(binary, "constant prediction 0");
    expect([one.fairlearn.demographicParity.ratio, one.aif360!.disparateImpact]).to.deep.equal(["nan", "nan"]);
    const ratio = demographicParityRatio(predictionCounts(outcomesOfCase(one)), { positiveClass: "1" });
    expect(ratio).to.deep.include({ status: "undefined", value: null, fourFifths: null });
  });
});
