import { formatHistory, parseHistory } from "@evenodds/trainer/internal";
import { expect } from "chai";
import fc from "fast-check";
import type { EpochRecord } from "@evenodds/trainer";

describe("history", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  const record = fc.record<EpochRecord>({
    epoch: fc.integer({ min: 1, max: 1000 }),
    trainLoss: number,
    trainTaskLoss: number,
    trainAdversarialLoss: fc.option(number),
    trainCovarianceLoss: fc.option(number),
    discriminatorLoss: fc.option(number),
    validationLoss: number,
    validationTaskLoss: number,
    validationAccuracy: fc.option(number),
    validationEqualizedOddsDifference: fc.option(number),
    validationRootMeanSquaredError: fc.option(number),
  });

  it("reads back every number bit by bit, and null as null", () => {
    fc.assert(
      fc.property(fc.array(record), (history) => {
        expect(parseHistory(formatHistory(history), 1000)).to.deep.equal(history);
      }),
    );
  });

  it("forgets epochs after the checkpoint", () => {
    const [first] = fc.sample(record, { numRuns: 1, seed: 1 });
    const history = [1, 2, 3].map((epoch) => ({ ...first!, epoch }));
    expect(parseHistory(formatHistory(history), 2).map(({ epoch }) => epoch)).to.deep.equal([1, 2]);
  });
});
