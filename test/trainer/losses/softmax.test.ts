import { softmax, softmaxGradient } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

describe("softmax", () => {
  it("gives each row its shares, however large the logits", () => {
    const logits = Float32Array.of(Math.log(1), Math.log(3), 1000, 1000, -1000, 1000);
    expectClose(softmax(logits, 2), [0.25, 0.75, 0.5, 0.5, 0, 1], 1e-7);
  });
});

describe("softmaxGradient", () => {
  it("is the gradient of the differences of any weighted sum", () => {
    const logits = Float32Array.of(0.3, -1, 2, 0.1, 0.2, 0.7);
    const upstream = Float32Array.of(1, -2, 0.5, 3, 1, 1);
    const sum = (z: Float32Array) => softmax(z, 3).reduce((total, p, i) => total + p * upstream[i]!, 0);
    expectClose(softmaxGradient(softmax(logits, 3), upstream, 3), numericGradient(sum, logits), 1e-3);
  });

  it("is 0 where the gradient from above is the same for all classes", () => {
    const gradient = softmaxGradient(softmax(Float32Array.of(1, 2), 2), Float32Array.of(5, 5), 2);
    expectClose(gradient, [0, 0], 1e-6);
    expect(gradient).to.have.length(2);
  });
});
