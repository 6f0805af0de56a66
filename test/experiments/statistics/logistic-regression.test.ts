import { readFileSync } from "node:fs";
import { InputError } from "@evenodds/core";
import { fitLogisticRegression, predictLogisticRegression } from "@evenodds/experiments/internal";
import { expect } from "chai";

interface Case {
  readonly name: string;
  readonly classes: number;
  readonly features: readonly (readonly [number, number, number])[];
  readonly label: readonly number[];
  /** `[R, 4]`, intercept last. */
  readonly weights: readonly (readonly number[])[];
  readonly predicted: readonly number[];
}

/** What scikit-learn finds; `fixtures/logistic-regression.py` made the file. */
const cases = JSON.parse(
  readFileSync(new URL("./fixtures/logistic-regression.json", import.meta.url), "utf8"),
) as readonly Case[];

describe("fitLogisticRegression", () => {
  for (const { name, classes, features, label, weights, predicted } of cases) {
    it(`finds the weights and predictions of scikit-learn: ${name}`, () => {
      const model = fitLogisticRegression({ features: features.flat(), columns: 3, label, classes });
      const theirs = weights.flatMap((row) => centred(row, weights));
      const ours = rowsOf(model.weights).flatMap((row, _, all) => centred(row, all));
      ours.forEach((w, i) => expect(w).to.be.closeTo(theirs[i]!, 1e-5 * Math.max(1, Math.abs(theirs[i]!))));
      expect([...predictLogisticRegression(model, features.flat())]).to.deep.equal(predicted);
    });
  }

  it("without features learns how often the second class occurs: the intercept is its log-odds", () => {
    const model = fitLogisticRegression({ features: [0, 0, 0, 0], columns: 1, label: [1, 1, 1, 0], classes: 2 });
    expect(model.weights[0]).to.equal(0);
    expect(model.weights[1]).to.be.closeTo(Math.log(3), 1e-8);
  });

  it("is found again whatever the order of the rows", () => {
    const { features, label, classes } = cases[0]!;
    const model = (order: (list: readonly unknown[]) => readonly unknown[]) =>
      fitLogisticRegression({
        features: (order(features) as typeof features).flat(),
        columns: 3,
        label: order(label) as number[],
        classes,
      }).weights;
    const reversed = model((list) => [...list].reverse());
    model((list) => list).forEach((w, i) => expect(reversed[i]).to.be.closeTo(w, 1e-7));
  });

  it("needs rows", () => {
    const none = { features: [], columns: 2, label: [], classes: 2 };
    expect(() => fitLogisticRegression(none)).to.throw(InputError, "logistic regression: expected rows");
  });
});

function rowsOf(weights: Float64Array): number[][] {
  return Array.from({ length: weights.length / 4 }, (_, c) => [...weights.subarray(4 * c, 4 * c + 4)]);
}

/** Intercepts of several classes mean something only beside each other. */
function centred(row: readonly number[], all: readonly (readonly number[])[]): number[] {
  const mean = all.length === 1 ? 0 : all.reduce((sum, one) => sum + one[3]!, 0) / all.length;
  return [...row.slice(0, 3), row[3]! - mean];
}
