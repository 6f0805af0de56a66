import { pairedLoss, welchLoss } from "@evenodds/trainer/internal";
import { expect } from "chai";
import fc from "fast-check";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

const samples = fc
  .array(fc.integer({ min: -40, max: 40 }), { minLength: 5, maxLength: 12 })
  .map((values) => Float32Array.from(values, (value, i) => value / 10 + (i % 3)))
  .filter((values) => values.subarray(0, 3).some((value) => Math.abs(value - values[0]!) > 0.3));

describe("welchLoss", () => {
  it("is −|t|: means 2 and 4, variances 1 and 4, three values each, t² = 4 / (5/3)", () => {
    const outputs = Float32Array.of(1, 2, 3, 2, 4, 6);
    expect(welchLoss(outputs, 3).value).to.be.closeTo(-Math.sqrt(2.4), 1e-12);
    const turned = Float32Array.of(2, 4, 6, 1, 2, 3);
    expect(welchLoss(turned, 3).value).to.be.closeTo(-Math.sqrt(2.4), 1e-12);
  });

  it("has the gradient of its own differences, for both signs of t and samples of different size", () => {
    for (const outputs of [Float32Array.of(0.5, -1, 2, 0.25, 3, 1.5, 2.5), Float32Array.of(4, 3, 5, 0.25, 1, -1, 2)]) {
      const numeric = numericGradient((z) => welchLoss(z, 3).value, outputs);
      expectClose(welchLoss(outputs, 3).gradient, numeric, 2e-3);
    }
  });

  it("does not change with the scale, nor with a shift of all: its gradient stands on both", () => {
    fc.assert(
      fc.property(samples, (outputs) => {
        const { gradient } = welchLoss(outputs, 3);
        const size = gradient.reduce((sum, value) => sum + Math.abs(value), 0);
        const along = gradient.reduce((sum, value, i) => sum + value * outputs[i]!, 0);
        expect(along).to.be.closeTo(0, 1e-5 * (1 + size));
        expect(gradient.reduce((sum, value) => sum + value, 0)).to.be.closeTo(0, 1e-5 * (1 + size));
      }),
    );
  });

  it("has a bound and no gradient where nothing varies, and is 0 where nothing differs", () => {
    expect(welchLoss(Float32Array.of(1, 1, 2, 2), 2)).to.deep.equal({
      value: -1e6 * Math.sqrt(2),
      gradient: new Float32Array(4),
    });
    expect(welchLoss(Float32Array.of(1, 1, 1, 1), 2)).to.deep.equal({ value: 0, gradient: new Float32Array(4) });
  });
});

describe("pairedLoss", () => {
  it("is −|t|: mean 2, standard deviation 1, t = 2√3", () => {
    expect(pairedLoss(Float32Array.of(1, 2, 3)).value).to.be.closeTo(-2 * Math.sqrt(3), 1e-12);
    expect(pairedLoss(Float32Array.of(-1, -2, -3)).value).to.be.closeTo(-2 * Math.sqrt(3), 1e-12);
  });

  it("has the gradient of its own differences, for both signs of t", () => {
    for (const differences of [Float32Array.of(0.5, -1, 2, 0.25), Float32Array.of(-1, -3, 0.5, -2)]) {
      const numeric = numericGradient((z) => pairedLoss(z).value, differences);
      expectClose(pairedLoss(differences).gradient, numeric, 2e-3);
    }
  });

  it("takes the rounding of float32 for no spread: a bound and no gradient", () => {
    const rounded = Float32Array.from({ length: 100 }, (_, i) => 0.1 + (i % 2) * 3e-8);
    expect(pairedLoss(rounded)).to.deep.equal({ value: -1e7, gradient: new Float32Array(100) });
    expect(pairedLoss(new Float32Array(3))).to.deep.equal({ value: 0, gradient: new Float32Array(3) });
  });
});
