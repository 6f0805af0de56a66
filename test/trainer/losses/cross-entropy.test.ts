import { openEngine } from "@evenodds/trainer";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { crossEntropy } from "../../../packages/trainer/src/losses/cross-entropy.js";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("crossEntropy", () => {
  before(() => openEngine("wasm"));

  const oneHot = () =>
    tf.tensor2d([
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
  const weight = () => tf.tensor2d([[0.25], [0.75], [0]]);

  it("is log 2 for logits that are equal, whatever the weights that sum to 1", () => {
    const logits = tf.zeros<tf.Rank.R2>([3, 2]);
    const loss = crossEntropy(logits, { oneHot: oneHot(), weight: weight() });
    expect(loss.dataSync()[0]).to.be.closeTo(Math.log(2), 1e-6);
  });

  it("has the gradient of its own differences, and none on a node without weight", () => {
    const logits = tf.tensor2d([
      [1, -1],
      [0.5, 2],
      [3, 3],
    ]);
    const loss = (z: tf.Tensor2D) => crossEntropy(z, { oneHot: oneHot(), weight: weight() });
    const gradient = tf
      .grad((z) => loss(z as tf.Tensor2D))(logits)
      .dataSync();
    expectClose(gradient, numericGradient(loss, logits), 1e-3);
    expect(Array.from(gradient.slice(4))).to.deep.equal([0, 0]);
  });
});
