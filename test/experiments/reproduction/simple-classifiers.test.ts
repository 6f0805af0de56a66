import { beatenText, runSimple, simpleClassifiers, tableRows } from "@evenodds/experiments/internal";
import type { TrainingData } from "@evenodds/trainer";
import { expect } from "chai";

/** Twelve nodes without edges: the one feature is the label, eight are `yes`. */
function twelve(): TrainingData {
  const label = Int32Array.of(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
  return {
    name: "twelve",
    sha256: "0",
    graph: {
      nodeCount: 12,
      nodeIds: Array.from(label, (_, i) => `n${i}`),
      source: new Int32Array(0),
      target: new Int32Array(0),
      features: Float32Array.from(label),
      featureNames: ["x"],
    },
    nodes: {
      labelName: "y",
      classes: ["no", "yes"],
      label,
      sensitive: [{ name: "g", levels: ["a", "b"], code: label.map((_, i) => i % 2) }],
    },
  };
}

const [constant, logistic] = simpleClassifiers as [(typeof simpleClassifiers)[0], (typeof simpleClassifiers)[0]];
const plan = { base: { sensitive: "g", stratify: "label" }, seeds: [1, 2, 3, 4, 5, 6], data: twelve() };

describe("runSimple", () => {
  it("predicts the most frequent class of the training nodes for every test node", () => {
    // Stratified, so every split tests two of `yes` and one of `no`.
    const { test } = runSimple(constant, plan)[0]!;
    const [noNo, noYes, yesNo, yesYes] = sumGroups(test.counts!.counts);
    expect([noNo, noYes, yesNo, yesYes]).to.deep.equal([0, 1, 0, 2]);
  });

  it("learns from features alone, without neighbours", () => {
    const runs = runSimple(logistic, plan);
    const [row] = tableRows([], [], [{ title: logistic.title, runs }]);
    expect(row!.figures.accuracy!.mean).to.equal(1);
    expect(row!.figures.epochs!.mean).to.equal(null);
  });
});

describe("beatenText", () => {
  const rows = (methodRight: boolean) => {
    const method = runSimple(methodRight ? logistic : constant, plan);
    const [asMethod] = tableRows([], [], [{ title: "GCN", runs: method }]);
    return [
      { ...asMethod!, simple: false },
      ...tableRows([], [], [{ title: "Constant", runs: runSimple(constant, plan) }]),
    ];
  };

  it("names a method that is no better than a simple classifier, with the difference and its p-value", () => {
    expect(beatenText(rows(false))).to.contain(
      "**Constant**, accuracy 66.7: **not clearly above it** is GCN (0.0 ± 0.0, p 1.000).",
    );
  });

  it("says so where every method is clearly above it", () => {
    // Six splits, all of one sign: p = 2 / 2⁶.
    expect(beatenText(rows(true))).to.equal(
      "- **Constant**, accuracy 66.7: every row is above it.\n- **Constant**, balanced accuracy 50.0: every row is above it.",
    );
  });
});

function sumGroups(counts: Float64Array): number[] {
  const half = counts.length / 2;
  return Array.from({ length: half }, (_, i) => counts[i]! + counts[half + i]!);
}
