import { accuracy, balancedAccuracy, confusionOf, f1Scores, groupLeakage } from "@evenodds/core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import type { CountedCase, Reading } from "../../fixtures/oracle/fixture-types.js";
import { outcomesOfCase, readFixture } from "../../fixtures/oracle/fixtures.js";

const cases: readonly CountedCase[] = [...readFixture("binary.json").cases, ...readFixture("multiclass.json").cases];
const tolerance = 1e-12;

/** scikit-learn was told to leave 0/0 a NaN. */
function expectSame(ours: readonly (number | null)[], theirs: readonly Reading[]): void {
  expect(ours.map((value) => value === null)).to.deep.equal(theirs.map((value) => value === "nan"));
  expectClose(
    ours.map((value) => value ?? 0),
    theirs.map((value) => (value === "nan" ? 0 : Number(value))),
    tolerance,
  );
}

describe("scikit-learn on all groups together", () => {
  it("has been asked about 25 tables", () => expect(cases.length).to.equal(25));

  for (const one of cases) {
    const outcomes = outcomesOfCase(one);
    const { sklearn } = one;

    describe(`${one.name} (${one.classes.length} classes)`, () => {
      it("confusionOf", () => {
        // Sums of counts near 1e9 are exact; those of weights are rounded in another order.
        const scale = Math.max(1, ...sklearn.confusion.flat());
        expectClose(confusionOf(outcomes).counts, sklearn.confusion.flat(), tolerance * scale);
      });

      it("accuracy", () => expect(accuracy(outcomes)).to.be.closeTo(sklearn.accuracy, tolerance));

      it("balancedAccuracy", () => {
        expect(balancedAccuracy(outcomes)).to.be.closeTo(sklearn.balancedAccuracy, tolerance);
      });

      it("f1Scores", () => {
        const { macro, micro, weighted, perClass } = f1Scores(outcomes);
        expect(macro).to.be.closeTo(sklearn.f1.macro, tolerance);
        expect(micro).to.be.closeTo(sklearn.f1.micro, tolerance);
        expect(weighted).to.be.closeTo(sklearn.f1.weighted, tolerance);
        expectSame(perClass, sklearn.f1.perClass);
      });

      it("groupLeakage is its mutual information within labels", () => {
        expect(groupLeakage(outcomes).bits).to.be.closeTo(sklearn.groupLeakage.bits, tolerance);
      });
    });
  }
});
