import { binaryCrossEntropy } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("binaryCrossEntropy", () => {
  const target = Uint8Array.of(1, 0, 1);
  const nodes = Int32Array.of(0, 1);

  it("is log 2 at logit 0", () => {
    expect(binaryCrossEntropy(new Float32Array(3), { target, nodes }).value).to.be.closeTo(Math.log(2), 1e-12);
  });

  it("does not overflow: a sure mistake costs its logit", () => {
    const { value, gradient } = binaryCrossEntropy(Float32Array.of(-200, 200, 0), { target, nodes });
    expect(value).to.be.closeTo(200, 1e-9);
    expect(Array.from(gradient)).to.deep.equal([-0.5, 0.5, 0]);
  });

  it("takes 1 − target where it is flipped", () => {
    const logits = Float32Array.of(0.3, -1.2, 4);
    const flipped = binaryCrossEntropy(logits, { target, nodes, flipped: true });
    expect(flipped).to.deep.equal(binaryCrossEntropy(logits, { target: Uint8Array.of(0, 1, 0), nodes }));
  });

  it("has the gradient of its own differences, and none on a node that does not count", () => {
    const logits = Float32Array.of(0.3, -1.2, 4);
    const { gradient } = binaryCrossEntropy(logits, { target, nodes });
    const loss = (z: Float32Array) => binaryCrossEntropy(z, { target, nodes }).value;
    expectClose(gradient, numericGradient(loss, logits), 1e-4);
    expect(gradient[2]).to.equal(0);
  });

  it("is 0 without nodes", () => {
    const { value, gradient } = binaryCrossEntropy(Float32Array.of(1), { target, nodes: new Int32Array(0) });
    expect([value, gradient[0]]).to.deep.equal([0, 0]);
  });
});
