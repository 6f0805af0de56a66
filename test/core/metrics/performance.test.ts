import { accuracy, accuracyByGroup, balancedAccuracy, confusionOf, emptyCounts, f1Scores } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, outcomesOf } from "../../support/outcomes.js";

const sixRows = outcomesOf({ y: "0,1,2,0,1,2", predicted: "0,2,1,0,0,1", s: "a,a,a,b,b,b" });

describe("accuracy", () => {
  it("is the share of right rows, overall and by group", () => {
    expect(accuracy(sixRows)).to.equal(2 / 6);
    expect(accuracyByGroup(sixRows)).to.deep.equal([
      { group: "a", n: 3, accuracy: 1 / 3 },
      { group: "b", n: 3, accuracy: 1 / 3 },
    ]);
  });

  it("is null without rows", () => {
    const none = emptyCounts(["a"], ["0", "1"]);
    expect(accuracy(none)).to.equal(null);
    expect(accuracyByGroup(none)).to.deep.equal([{ group: "a", n: 0, accuracy: null }]);
  });
});

describe("balancedAccuracy", () => {
  it("is the mean recall (example of scikit-learn's balanced_accuracy_score)", () => {
    const outcomes = outcomesOf({ y: "0,1,0,0,1,0", predicted: "0,1,0,0,0,1", s: "a,a,a,a,a,a" });
    expect(balancedAccuracy(outcomes)).to.equal(0.625);
  });

  it("leaves out a class without rows, and is null without any", () => {
    const outcomes = outcomesOf({ y: "0,0,1,1", predicted: "0,2,1,1", s: "a,a,a,a" });
    expect(balancedAccuracy(outcomes)).to.equal(0.75);
    expect(balancedAccuracy(emptyCounts(["a"], ["0", "1"]))).to.equal(null);
  });
});

describe("f1Scores", () => {
  it("gives macro, micro and weighted F1 (example of scikit-learn's f1_score)", () => {
    const f1 = f1Scores(sixRows);
    expect(f1.perClass).to.deep.equal([0.8, 0, 0]);
    expect(f1.macro).to.be.closeTo(0.8 / 3, 1e-15);
    expect(f1.micro).to.equal(1 / 3);
    expect(f1.weighted).to.be.closeTo(0.8 / 3, 1e-15);
  });

  it("weights by true rows", () => {
    // Class 0: 2·3/(4+3) = 6/7 with 4 rows; class 1: 2·1/(1+2) = 2/3 with 1 row.
    const f1 = f1Scores(outcomesOf({ y: "0,0,0,0,1", predicted: "0,0,0,1,1", s: "a,a,a,a,a" }));
    expect(f1.macro).to.be.closeTo((6 / 7 + 2 / 3) / 2, 1e-15);
    expect(f1.weighted).to.be.closeTo((4 * (6 / 7) + 2 / 3) / 5, 1e-15);
    expect(f1.micro).to.equal(0.8);
  });

  it("gives 0 to a class that is never predicted and nothing to one that never occurs", () => {
    const counts = { ...emptyCounts(["a"], ["0", "1", "2"]), counts: Float64Array.from([8, 0, 0, 2, 0, 0, 0, 0, 0]) };
    const f1 = f1Scores(counts);
    expect(f1.perClass).to.deep.equal([16 / 18, 0, null]);
    expect(f1.macro).to.equal(8 / 18);
  });

  it("is null without rows", () => {
    const f1 = f1Scores(emptyCounts(["a"], ["0", "1"]));
    expect(f1).to.deep.equal({ perClass: [null, null], macro: null, micro: null, weighted: null });
  });

  it("has micro F1 equal to accuracy on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        expect(f1Scores(outcomes).micro).to.equal(accuracy(outcomes));
      }),
    );
  });
});

describe("confusionOf", () => {
  it("sums over groups and gives the margins", () => {
    const confusion = confusionOf(sixRows);
    expect([...confusion.counts]).to.deep.equal([2, 0, 0, 1, 0, 1, 0, 2, 0]);
    expect([...confusion.labels]).to.deep.equal([2, 2, 2]);
    expect([...confusion.predictions]).to.deep.equal([3, 2, 1]);
    expect(confusion.total).to.equal(6);
  });
});
