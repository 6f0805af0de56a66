import { UsageError, type NodeTable } from "@evenodds/core";
import { parseTrainingOptions } from "@evenodds/trainer";
import { makeTask } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

/** Four nodes, the last without a label. */
const classes: NodeTable = {
  label: Int32Array.of(0, 1, 1, -1),
  classes: ["no", "yes"],
  labelName: "y",
  sensitive: [],
};
const numbers: NodeTable = {
  ...classes,
  label: Int32Array.of(0, 0, 0, -1),
  classes: [],
  target: { name: "y", value: Float64Array.of(10, 20, 60, NaN) },
};
const split = { train: Int32Array.of(0, 1), validation: Int32Array.of(2), test: new Int32Array(0) };
const task = (nodes: NodeTable, options: object = {}) =>
  makeTask(nodes, { split, options: parseTrainingOptions({ method: "gcn", ...options }) });
const mask = { nodes: Int32Array.of(0, 1, 2), taskWeight: Float32Array.of(0.5, 0.25, 0.25, 0) };

describe("makeTask", () => {
  it("takes cross entropy for classes, with a None column in official mode where labels are missing", () => {
    expect(task(classes).kind).to.equal("classification");
    expect(task(classes).outputs).to.equal(3);
    expect(task(classes, { mode: "paper" }).outputs).to.equal(2);
    expect(Array.from(task(classes).labelColumns)).to.deep.equal([1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1]);
  });

  it("refuses a loss that does not fit the label", () => {
    expect(() => task(classes, { taskLoss: "squared-error" })).to.throw(UsageError, "a numeric label");
    expect(() => task(numbers, { taskLoss: "cross-entropy" })).to.throw(UsageError, "the number y");
    const three = { ...classes, classes: ["a", "b", "c"] };
    expect(() => task(three, { taskLoss: "binary-cross-entropy" })).to.throw(UsageError, "3 classes");
  });
});

describe("classification", () => {
  it("is the weighted mean of −log softmax over the classes alone", () => {
    // p(yes) = ½, ¾, ½; the None logit of 9 changes nothing
    const logits = Float32Array.of(0, 0, 9, 0, Math.log(3), 9, 1, 1, 9, 5, 0, 9);
    const expected = -(0.5 * Math.log(1 / 2) + 0.25 * Math.log(3 / 4) + 0.25 * Math.log(1 / 2));
    expect(task(classes).loss(logits, mask).value).to.be.closeTo(expected, 1e-6);
    expect(Array.from(task(classes).predictedClasses(logits)!)).to.deep.equal([0, 1, 0, 0]);
  });
});

describe("binary", () => {
  const binary = task(classes, { taskLoss: "binary-cross-entropy" });
  const logits = Float32Array.of(0, Math.log(3), -Math.log(3), 7);

  it("is the weighted mean cross entropy of σ(z), the probability of the second class", () => {
    const expected = -(0.5 * Math.log(1 / 2) + 0.25 * Math.log(3 / 4) + 0.25 * Math.log(1 / 4));
    expect(binary.loss(logits, mask).value).to.be.closeTo(expected, 1e-6);
    expectClose(binary.predictions(logits), [0.5, 0.75, 0.25, 1 / (1 + Math.exp(-7))], 1e-6);
    expect(Array.from(binary.predictedClasses(logits)!)).to.deep.equal([0, 1, 0, 1]);
  });

  it("has the gradient of its differences, of the loss and of the prediction", () => {
    expectClose(
      binary.loss(logits, mask).gradient,
      numericGradient((z) => binary.loss(z, mask).value, logits),
      1e-4,
    );
    const upstream = Float32Array.of(1, -2, 3, 0.5);
    const sum = (z: Float32Array) => binary.predictions(z).reduce((total, p, i) => total + p * upstream[i]!, 0);
    expectClose(
      binary.predictionGradient(binary.predictions(logits), upstream),
      numericGradient(sum, logits, 1e-2),
      1e-3,
    );
  });
});

describe("regression", () => {
  const regression = task(numbers);

  it("learns in units of the training nodes: mean 15, standard deviation 5", () => {
    expect(regression.unit).to.deep.equal({ mean: 15, spread: 5 });
    expect(Array.from(regression.labelColumns)).to.deep.equal([-1, 1, 9, 0]);
    expect(Array.from(regression.predictedValues(Float32Array.of(-1, 0, 2, 0))!)).to.deep.equal([10, 15, 25, 15]);
    expect(regression.predictedClasses(Float32Array.of(1))).to.equal(null);
  });

  it("is the weighted mean squared error in these units", () => {
    const output = Float32Array.of(0, 1, 5, 100);
    // errors 1, 0, −4 with weights ½, ¼, ¼
    expect(regression.loss(output, mask).value).to.be.closeTo(0.5 + 4, 1e-6);
    expect(Array.from(regression.loss(output, mask).gradient)).to.deep.equal([1, 0, -2, 0]);
  });

  it("does not divide by a spread of zero", () => {
    const same = { ...numbers, target: { name: "y", value: Float64Array.of(4, 4, 5, NaN) } };
    expect(task(same).unit).to.deep.equal({ mean: 4, spread: 1 });
  });
});
