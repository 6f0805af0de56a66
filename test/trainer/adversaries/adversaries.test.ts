import {
  attributeColumns,
  attributePrediction,
  paired,
  permutation,
  unpaired,
  type Adversary,
  type Side,
} from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { numericGradient } from "../../support/numeric-gradient.js";

/** Four nodes; the last one is outside the mask. */
const nodes = Int32Array.of(0, 1, 2);
const code = Int32Array.of(0, 1, 1, 0);
const attribute = { code, columns: attributeColumns(code, 2) };
const draw = { sampled: Float32Array.of(1, 0, 1, 1), order: Uint8Array.of(0, 1, 1, 0) };
const game = { draw, attribute, nodes };
const ln = Math.log;
/** σ(ln 3) = 3/4, σ(−ln 3) = 1/4, σ(0) = 1/2. */
const sure = ln(3);

/** Compares each pass's gradient with the differences of the loss. */
function expectGradients(adversary: Adversary, side: Side, logits: readonly Float32Array[], given = game) {
  const { gradients } = adversary.loss(side, logits, given);
  expect(gradients).to.have.length(logits.length);
  logits.forEach((values, pass) => {
    const at = (moved: Float32Array) =>
      adversary.loss(
        side,
        logits.map((other, i) => (i === pass ? moved : other)),
        given,
      ).value;
    expectClose(gradients[pass]!, numericGradient(at, values, 1e-3), 1e-4);
  });
}

const logits = (...values: number[]) => Float32Array.from(values);

describe("permutation", () => {
  const adversary = permutation({ hidden: true });

  it("shows A before Ã where l = 0, and Ã before A where l = 1", () => {
    const [[first, second]] = adversary.shown(draw, attribute) as [[Float32Array, Float32Array]];
    // A = 0 1 1 0, Ã = 1 0 1 1, l = 0 1 1 0
    expect(Array.from(first)).to.deep.equal([0, 0, 1, 0]);
    expect(Array.from(second)).to.deep.equal([1, 1, 1, 1]);
  });

  it("keeps the columns of an attribute with several levels together", () => {
    const codes = Int32Array.of(0, 2);
    const three = { code: codes, columns: attributeColumns(codes, 3) };
    const drawn = { sampled: attributeColumns(Int32Array.of(1, 1), 3), order: Uint8Array.of(0, 1) };
    const [[first, second]] = adversary.shown(drawn, three) as [[Float32Array, Float32Array]];
    expect(Array.from(first)).to.deep.equal([1, 0, 0, 0, 1, 0]);
    expect(Array.from(second)).to.deep.equal([0, 1, 0, 0, 0, 1]);
  });

  it("is the cross entropy of l for the discriminator and of 1 − l for the classifier", () => {
    const given = [logits(0, sure, -sure, 99)];
    // l = 0 1 1: the discriminator gives the right order ½, ¾, ¼
    const { value } = adversary.loss("discriminator", given, game);
    expect(value).to.be.closeTo(-(ln(1 / 2) + ln(3 / 4) + ln(1 / 4)) / 3, 1e-6);
    const opposite = adversary.loss("classifier", given, game).value;
    expect(opposite).to.be.closeTo(-(ln(1 / 2) + ln(1 / 4) + ln(3 / 4)) / 3, 1e-6);
  });

  it("has the gradient of its differences on both sides", () => {
    for (const side of ["discriminator", "classifier"] as const) {
      expectGradients(adversary, side, [logits(0.3, -1, 0.7, 2)]);
    }
  });
});

describe("unpaired", () => {
  const adversary = unpaired({ hidden: true });
  const real = logits(sure, 0, 0, 50);
  const fake = logits(-sure, 0, sure, 50);

  it("shows A in one pass and Ã in the other", () => {
    const [[actual], [sampled]] = adversary.shown(draw, attribute) as [[Float32Array], [Float32Array]];
    expect(Array.from(actual)).to.deep.equal([0, 1, 1, 0]);
    expect(Array.from(sampled)).to.deep.equal([1, 0, 1, 1]);
  });

  it("is the mean over all six entries of the cross entropy of real and fake, swapped for the classifier", () => {
    const right = ln(3 / 4) + ln(1 / 2) + ln(1 / 2) + ln(3 / 4) + ln(1 / 2) + ln(1 / 4);
    expect(adversary.loss("discriminator", [real, fake], game).value).to.be.closeTo(-right / 6, 1e-6);
    const wrong = ln(1 / 4) + ln(1 / 2) + ln(1 / 2) + ln(1 / 4) + ln(1 / 2) + ln(3 / 4);
    expect(adversary.loss("classifier", [real, fake], game).value).to.be.closeTo(-wrong / 6, 1e-6);
  });

  it("has the gradient of its differences on both sides", () => {
    for (const side of ["discriminator", "classifier"] as const) expectGradients(adversary, side, [real, fake]);
  });
});

describe("paired", () => {
  const adversary = paired({ hidden: true });
  const real = logits(sure, 0, 0, 50);
  const fake = logits(-sure, 0, sure, 50);

  it("is minus the mean difference of σ for the discriminator, plus it for the classifier; not absolute", () => {
    // ¾ − ¼, ½ − ½, ½ − ¾
    const mean = (1 / 2 + 0 - 1 / 4) / 3;
    expect(adversary.loss("discriminator", [real, fake], game).value).to.be.closeTo(-mean, 1e-6);
    expect(adversary.loss("classifier", [real, fake], game).value).to.be.closeTo(mean, 1e-6);
  });

  it("has the gradient of its differences on both sides", () => {
    for (const side of ["discriminator", "classifier"] as const) expectGradients(adversary, side, [real, fake]);
  });
});

describe("attributePrediction", () => {
  const sees = { evidence: true, hidden: false };

  it("predicts a binary attribute from one logit, the opposite for the classifier", () => {
    const adversary = attributePrediction({ levelCount: 2, sees });
    expect(adversary.shown(draw, attribute)).to.deep.equal([[]]);
    const given = [logits(-sure, 0, -sure, 9)];
    // A = 0 1 1: the discriminator gives the right level ¾, ½, ¼
    const { value } = adversary.loss("discriminator", given, game);
    expect(value).to.be.closeTo(-(ln(3 / 4) + ln(1 / 2) + ln(1 / 4)) / 3, 1e-6);
    const opposite = adversary.loss("classifier", given, game).value;
    expect(opposite).to.be.closeTo(-(ln(1 / 4) + ln(1 / 2) + ln(3 / 4)) / 3, 1e-6);
    for (const side of ["discriminator", "classifier"] as const) expectGradients(adversary, side, given);
  });

  it("predicts one of three levels from three logits; the classifier wants the other two alike", () => {
    const adversary = attributePrediction({ levelCount: 3, sees });
    expect(adversary.outputs).to.equal(3);
    const codes = Int32Array.of(2, 0, -1);
    const three = { draw, attribute: { code: codes, columns: attributeColumns(codes, 3) }, nodes: Int32Array.of(0, 1) };
    // softmax of (0, 0, ln 2) is ¼, ¼, ½
    const given = [logits(0, 0, ln(2), 0, 0, ln(2), 5, 5, 5)];
    const { value } = adversary.loss("discriminator", given, three);
    expect(value).to.be.closeTo(-(ln(1 / 2) + ln(1 / 4)) / 2, 1e-6);
    const opposite = adversary.loss("classifier", given, three).value;
    expect(opposite).to.be.closeTo(-(ln(1 / 4) + (ln(1 / 4) + ln(1 / 2)) / 2) / 2, 1e-6);
    for (const side of ["discriminator", "classifier"] as const) expectGradients(adversary, side, given, three);
  });

  it("is for two levels what the general rule gives for two logits", () => {
    const z = [0.3, -1.2, 0.8];
    const one = attributePrediction({ levelCount: 2, sees }).loss("classifier", [logits(...z, 0)], game);
    const rest = attributePrediction({ levelCount: 3, sees });
    // A third level with a logit of −∞ is never chosen; the classifier's target then halves, so only the
    // discriminator's is compared.
    const two = logits(...z.flatMap((value) => [0, value, -1e4]), 0, 0, -1e4);
    const binary = attributePrediction({ levelCount: 2, sees }).loss("discriminator", [logits(...z, 0)], game);
    expect(rest.loss("discriminator", [two], game).value).to.be.closeTo(binary.value, 1e-6);
    expect(one.value).to.be.above(0);
  });
});
