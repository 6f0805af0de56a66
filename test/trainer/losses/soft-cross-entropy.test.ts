import { softCrossEntropy } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("softCrossEntropy", () => {
  const target = Float32Array.of(0, 0.5, 0.5, 1, 0, 0, 0, 0, 1);
  const logits = Float32Array.of(0, 0, Math.log(2), 1, 2, 3, 300, -300, 4);
  const nodes = Int32Array.of(0, 1);
  const given = { target, width: 3, nodes };

  it("is the mean of the target's cross entropy: softmax (¼, ¼, ½) against (0, ½, ½)", () => {
    const first = -(Math.log(1 / 4) + Math.log(1 / 2)) / 2;
    const second = Math.log(1 + Math.E + Math.E ** 2);
    expect(softCrossEntropy(logits, given).value).to.be.closeTo((first + second) / 2, 1e-6);
  });

  it("has the gradient of its differences and none on other nodes", () => {
    const { gradient } = softCrossEntropy(logits, given);
    expectClose(
      gradient,
      numericGradient((z) => softCrossEntropy(z, given).value, logits),
      1e-3,
    );
    expect(Array.from(gradient.slice(6))).to.deep.equal([0, 0, 0]);
  });

  it("does not overflow, and is 0 without nodes", () => {
    expect(softCrossEntropy(logits, { ...given, nodes: Int32Array.of(2) }).value).to.be.closeTo(296, 1e-3);
    expect(softCrossEntropy(logits, { ...given, nodes: new Int32Array(0) }).value).to.equal(0);
  });
});
