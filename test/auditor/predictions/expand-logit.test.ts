import { expandLogit, predictClasses, softmax } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";

describe("expandLogit", () => {
  it("puts a 0 before each logit", () => {
    expect(expandLogit(Float32Array.of(2, -3))).to.deep.equal({ logits: Float32Array.of(0, 2, 0, -3), columns: 2 });
    expect(expandLogit(new Float32Array(0)).logits).to.deep.equal(new Float32Array(0));
  });

  it("predicts the second class above 0, and the first at 0", () => {
    const { prediction } = predictClasses(expandLogit(Float32Array.of(-1, -0, 0, 1e-45, 3e38)));
    expect([...prediction]).to.deep.equal([0, 0, 0, 1, 1]);
  });

  it("has the sigmoid as its second probability", () => {
    const [first, second] = softmax(expandLogit(Float32Array.of(Math.log(3))));
    expect(first).to.be.closeTo(0.25, 1e-7);
    expect(second).to.be.closeTo(0.75, 1e-7);
    fc.assert(
      fc.property(fc.float({ min: -80, max: 80, noNaN: true }), (z) => {
        const [below, above] = softmax(expandLogit(Float32Array.of(z)));
        expect(above).to.be.closeTo(1 / (1 + Math.exp(-z)), 1e-12);
        expect(below! + above!).to.be.closeTo(1, 1e-12);
      }),
    );
  });

  it("leaves NaN and infinity without prediction and probability", () => {
    const expanded = expandLogit(Float32Array.of(NaN, Infinity, 1));
    expect(predictClasses(expanded, { nonFinite: "exclude" })).to.deep.equal({
      prediction: Int32Array.of(-1, -1, 1),
      nonFinite: 2,
    });
    expect([...softmax(expanded).subarray(0, 4)]).to.deep.equal([NaN, NaN, NaN, NaN]);
  });
});
