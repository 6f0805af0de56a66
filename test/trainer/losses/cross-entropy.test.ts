import { crossEntropy } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("crossEntropy", () => {
  const label = Int32Array.of(0, 1, -1);
  const weight = Float32Array.of(0.25, 0.75, 0);
  const mean = { width: 3, classCount: 2, label, nodes: Int32Array.of(0, 1), weight };

  it("is log 2 for logits that are equal, whatever the weights that sum to 1 and a column beyond the classes", () => {
    const logits = Float32Array.of(0, 0, 9, 0, 0, -9, 0, 0, 0);
    expect(crossEntropy(logits, mean).value).to.be.closeTo(Math.log(2), 1e-12);
  });

  it("does not overflow: a sure mistake costs the difference of its logits", () => {
    const { value } = crossEntropy(Float32Array.of(0, 1000, 0, 0, 0, 0, 0, 0, 0), mean);
    expect(value).to.be.closeTo(250 + 0.75 * Math.log(2), 1e-9);
  });

  it("has the gradient of its own differences, and none on other nodes and columns", () => {
    const logits = Float32Array.of(1, -1, 0.4, 0.5, 2, -0.3, 3, 3, 3);
    const { gradient } = crossEntropy(logits, mean);
    const loss = (z: Float32Array) => crossEntropy(z, mean).value;
    expectClose(gradient, numericGradient(loss, logits), 1e-4);
    expect([2, 5, 6, 7, 8].map((i) => gradient[i])).to.deep.equal([0, 0, 0, 0, 0]);
  });
});
