import { trainingProgress } from "@evenodds/cli/internal";
import type { EpochRecord } from "@evenodds/trainer";
import { expect } from "chai";
import { fakeTerminal } from "../../support/fake-terminal.js";
import { FakeScreen } from "../support/fake-screen.js";

function record(epoch: number, parts: Partial<EpochRecord> = {}): EpochRecord {
  return {
    epoch,
    trainLoss: 0.5,
    trainTaskLoss: 0.4,
    trainAdversarialLoss: null,
    trainCovarianceLoss: null,
    discriminatorLoss: null,
    validationLoss: 0.6,
    validationTaskLoss: 0.6,
    validationAccuracy: 0.75,
    validationEqualizedOddsDifference: 0.125,
    validationRootMeanSquaredError: null,
    ...parts,
  };
}

describe("trainingProgress", () => {
  it("writes a line at the start and every 50 epochs where the output is not a terminal", () => {
    // Ten seconds an epoch: the clock is read at the start and once a line.
    let epoch = 0;
    const { terminal, log } = fakeTerminal({ now: () => epoch * 10_000 });
    const progress = trainingProgress(terminal, { title: "gcn", epochs: 120, done: 0 });
    for (epoch = 1; epoch <= 120; epoch++) progress.onEpoch(record(epoch));
    progress.finish();
    expect(log).to.deep.equal([
      "gcn: epoch 1 of at most 120, loss 0.500, validation 0.600, accuracy 0.750, gap 0.125, at most 20 min left",
      "gcn: epoch 50 of at most 120, loss 0.500, validation 0.600, accuracy 0.750, gap 0.125, at most 12 min left",
      "gcn: epoch 100 of at most 120, loss 0.500, validation 0.600, accuracy 0.750, gap 0.125, at most 3 min left",
    ]);
  });

  it("counts the time of a resumed run from where it goes on", () => {
    let time = 0;
    const { terminal, log } = fakeTerminal({ now: () => time });
    const progress = trainingProgress(terminal, { title: "gcn", epochs: 110, done: 100 });
    time = 2000;
    progress.onEpoch(record(101, { validationAccuracy: null, validationEqualizedOddsDifference: null }));
    expect(log).to.deep.equal(["gcn: epoch 101 of at most 110, loss 0.500, validation 0.600, at most 18 s left"]);
  });

  it("draws a bar on a terminal, in 80 columns, and leaves nothing behind", () => {
    const screen = new FakeScreen(80);
    let time = 0;
    const { terminal, log } = fakeTerminal({ live: screen as never, now: () => time });
    const progress = trainingProgress(terminal, { title: "eqgnn", epochs: 1000, done: 0 });
    expect(screen.cursorVisible).to.equal(false);
    time = 1000;
    progress.onEpoch(record(500));
    progress.finish();
    const drawn = screen.seen.find((line) => line.includes("500/1000"))!;
    expect(drawn).to.match(/^eqgnn █{5}░{5} 500\/1000 · 1 s left · loss 0\.500 val 0\.600 acc 0\.750 gap 0\.125$/);
    expect(screen.line).to.equal("");
    expect(screen.cursorVisible).to.equal(true);
    expect(log).to.deep.equal([]);
  });

  it("can be finished twice, and before the first epoch", () => {
    const screen = new FakeScreen();
    const { terminal } = fakeTerminal({ live: screen as never });
    const progress = trainingProgress(terminal, { title: "gcn", epochs: 10, done: 0 });
    progress.finish();
    progress.finish();
    progress.onEpoch(record(1));
    expect(screen.line).to.equal("");
    expect(screen.cursorVisible).to.equal(true);
  });
});
