import { InputError } from "@evenodds/core";
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

  /** Epochs are numbered from 1. */
  const histories = fc.array(record).map((records) => records.map((one, i) => ({ ...one, epoch: i + 1 })));
  const read = (csv: string, lastEpoch: number) => parseHistory(csv, { lastEpoch, name: "run/history.csv" });

  it("reads back every number bit by bit, and null as null", () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(read(formatHistory(history), history.length)).to.deep.equal(history);
      }),
    );
  });

  it("reads back losses that are no numbers", () => {
    const [first] = fc.sample(record, { numRuns: 1, seed: 1 });
    const history = [{ ...first!, epoch: 1, trainLoss: NaN, validationLoss: Infinity }];
    expect(read(formatHistory(history), 1)).to.deep.equal(history);
  });

  const [first] = fc.sample(record, { numRuns: 1, seed: 1 });
  const history = [1, 2, 3].map((epoch) => ({ ...first!, epoch }));

  it("forgets epochs after the checkpoint", () => {
    expect(read(formatHistory(history), 2).map(({ epoch }) => epoch)).to.deep.equal([1, 2]);
  });

  it("is refused where an epoch is missing, stands elsewhere or holds something else", () => {
    const csv = formatHistory(history);
    const lines = csv.split("\n");
    const refused: readonly (readonly [csv: string, lastEpoch: number, words: RegExp])[] = [
      [csv, 5, /run\/history\.csv: expected a row for every epoch from 1 to 5, found/],
      ["", 1, /other columns/],
      [csv.replace("trainLoss", "loss"), 3, /other columns/],
      [lines.filter((_, i) => i !== 2).join("\n"), 3, /in place of epoch 2/],
      [csv.replace("\n2,", "\n7,"), 3, /"7,.*in place of epoch 2/],
      [csv.replace("\n2,", "\n2,x,"), 3, /in place of epoch 2/],
      [csv.replace(/\n2,[^,]*/, "\n2,x"), 3, /in place of epoch 2/],
    ];
    for (const [text, lastEpoch, words] of refused) {
      expect(() => read(text, lastEpoch), text).to.throw(InputError, words);
    }
  });
});
