import {
  accuracyByGroup,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  signedRateDifferences,
  type OutcomeCounts,
} from "@evenodds/core";
import { expect } from "chai";
import { outcomesOfCase, readFixture } from "../../fixtures/oracle/fixtures.js";

const cases = readFixture("binary.json").cases.filter(({ aif360 }) => aif360 !== null);
const tolerance = 1e-12;

function signed(outcomes: OutcomeCounts, label: string, prediction: string): number {
  const differences = signedRateDifferences(outcomes, { of: "g0", against: "g1", minimumSupport: 1 });
  return differences.find((one) => one.label === label && one.prediction === prediction)!.value!;
}

describe("AIF360 on two groups and classes", () => {
  it("has been asked about 9 tables", () => expect(cases.length).to.equal(9));

  for (const one of cases) {
    const outcomes = outcomesOfCase(one);
    const aif360 = one.aif360!;

    describe(one.name, () => {
      it("equalizedOddsDifference", () => {
        const { value } = equalizedOddsDifference(outcomes, { minimumSupport: 1 });
        expect(value).to.be.closeTo(aif360.equalizedOddsDifference, tolerance);
      });

      it("equalizedOddsMeanDifference is average_abs_odds_difference", () => {
        const { value } = equalizedOddsMeanDifference(outcomes, { minimumSupport: 1 });
        expect(value).to.be.closeTo(aif360.averageAbsoluteOddsDifference, tolerance);
      });

      it("signedRateDifferences are its signed TPR and FPR differences", () => {
        const [tpr, fpr] = [signed(outcomes, "1", "1"), signed(outcomes, "0", "1")];
        expect(tpr).to.be.closeTo(aif360.equalOpportunityDifference, tolerance);
        expect(fpr).to.be.closeTo(aif360.falsePositiveRateDifference, tolerance);
        expect((tpr + fpr) / 2).to.be.closeTo(aif360.averageOddsDifference, tolerance);
      });

      it("accuracyByGroup", () => {
        const [first, second] = accuracyByGroup(outcomes).map(({ accuracy }) => accuracy!);
        expect(first! - second!).to.be.closeTo(aif360.accuracyDifference, tolerance);
      });
    });
  }
});
