import { openEngine } from "@evenodds/trainer";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { binaryCrossEntropy } from "../../../packages/trainer/src/losses/binary-cross-entropy.js";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("binaryCrossEntropy", () => {
  before(() => openEngine("wasm"));

  const target = () => tf.tensor2d([[1], [0], [1]]);
  const weight = () => tf.tensor2d([[0.5], [0.5], [0]]);

  it("is log 2 at logit 0", () => {
    const loss = binaryCrossEntropy(tf.zeros([3, 1]), { target: target(), weight: weight() });
    expect(loss.dataSync()[0]).to.be.closeTo(Math.log(2), 1e-6);
  });

  it("does not overflow: a sure mistake costs its logit", () => {
    const loss = binaryCrossEntropy(tf.tensor2d([[-200], [200], [0]]), { target: target(), weight: weight() });
    expect(loss.dataSync()[0]).to.be.closeTo(200, 1e-4);
  });

  it("has the gradient of its own differences", () => {
    const logits = tf.tensor2d([[0.3], [-1.2], [4]]);
    const loss = (z: tf.Tensor2D) => binaryCrossEntropy(z, { target: target(), weight: weight() });
    const gradient = tf
      .grad((z) => loss(z as tf.Tensor2D))(logits)
      .dataSync();
    expectClose(gradient, numericGradient(loss, logits), 1e-3);
  });
});
