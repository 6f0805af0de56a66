import { InputError, UsageError } from "@evenodds/core";
import { renderSweepMarkdown, summarizeSweep } from "@evenodds/experiments";
import type { FinishedRun, PartOutcome } from "@evenodds/trainer";
import { expect } from "chai";
import { madeFailure, madeRun, partOf, twoSettings } from "./made-records.js";

describe("summarizeSweep", () => {
  it("describes figures over seeds", () => {
    const { settings, varied, seeds, task, runs, fixed } = summarizeSweep(twoSettings());
    expect({ varied, seeds, task, runs }).to.deep.equal({
      varied: ["method", "lambda"],
      seeds: [1, 2],
      task: "classification",
      runs: { finished: 4, failed: 0 },
    });
    expect(fixed).to.include({ sensitive: "group", heldOutLabels: "hidden" });
    expect(fixed).to.not.have.any.keys("method", "lambda", "seed");
    const [gcn, eqgnn] = settings.map(({ figures }) => figures);
    expect(gcn!.accuracy).to.deep.equal({ n: 2, mean: 0.75, sd: 0, sem: 0 });
    // 0.2 and 0.5: sd = 0.3/√2, sem = 0.15.
    expect(gcn!.diagonalRecallGap!.mean).to.be.closeTo(0.35, 1e-12);
    expect(gcn!.diagonalRecallGap!.sd).to.be.closeTo(0.3 / Math.SQRT2, 1e-12);
    expect(gcn!.diagonalRecallGap!.sem).to.be.closeTo(0.15, 1e-12);
    expect(gcn!.equalizedOddsDifference).to.deep.equal(gcn!.diagonalRecallGap);
    expect(gcn!.epochs!.mean).to.equal(150);
    expect(eqgnn!.accuracy!.mean).to.be.closeTo(0.675, 1e-12);
    expect(eqgnn!.diagonalRecallGap!.mean).to.be.closeTo(0.05, 1e-12);
    // P(Ŷ=b): gcn 11/20 of each group in seed 1 (2+9, 4+7) and 10/20 in seed 2.
    expect(gcn!.demographicParityDifference!.mean).to.be.closeTo(0, 1e-12);
    expect(gcn!.noiseFloor!.mean).to.be.within(0.05, 0.35);
  });

  it("compares with the baseline, paired by seed", () => {
    const { settings, baseline } = summarizeSweep(twoSettings());
    expect(baseline).to.deep.equal({ method: "gcn" });
    expect(settings[0]!.comparison).to.equal(null);
    const { baseline: partner, differences } = settings[1]!.comparison!;
    expect(partner).to.equal("method=gcn");
    // −0.10 and −0.05; of four sign patterns two reach the sum.
    expect(differences.accuracy!.mean).to.be.closeTo(-0.075, 1e-12);
    expect(differences.accuracy!.sem).to.be.closeTo(0.025, 1e-12);
    expect(differences.accuracy).to.include({ n: 2, pValue: 0.5 });
    // −0.1 and −0.5.
    expect(differences.diagonalRecallGap!.mean).to.be.closeTo(-0.3, 1e-12);
    expect(differences.diagonalRecallGap!.sem).to.be.closeTo(0.2, 1e-12);
    expect(differences).to.not.have.any.keys("noiseFloor", "epochs");
  });

  it("pools test appearances with signed gaps by label", () => {
    const [gcn] = summarizeSweep(twoSettings()).settings;
    const { appearances, counts, signedGaps } = gcn!.pooled!;
    expect(appearances).to.equal(80);
    expect(counts!.counts).to.deep.equal([18, 2, 1, 19, 11, 9, 8, 12]);
    expect(
      signedGaps.map(({ label, of, against, value }) => [label, of.group, of.k, of.n, against.k, against.n, value]),
    ).to.deep.equal([
      ["a", "g1", 11, 20, 18, 20, -0.35],
      ["b", "g1", 12, 20, 19, 20, -0.35],
    ]);
  });

  it("chooses for each method on the validation nodes, whatever the test says", () => {
    const place = (lambda: number, seed: number) => ({ method: "eqgnn", lambda, seed }) as const;
    const [good, bad] = [partOf([9, 9, 9, 9]), partOf([6, 6, 5, 5])];
    const records = [1, 2].flatMap((seed) => [
      madeRun(place(0.1, seed), { validation: bad, test: good, taskLoss: 0.2 }),
      madeRun(place(1, seed), { validation: good, test: bad, taskLoss: 0.4 }),
    ]);
    const choice = (select: "score" | "accuracy" | "gap" | "task-loss") =>
      summarizeSweep(records, { select }).selection.perMethod.map(({ setting, score }) => [setting, score]);
    expect(choice("score")).to.deep.equal([["method=eqgnn,lambda=1", 0.9]]);
    expect(choice("accuracy")).to.deep.equal([["method=eqgnn,lambda=1", 0.9]]);
    expect(choice("gap")).to.deep.equal([["method=eqgnn,lambda=1", 0]]);
    expect(choice("task-loss")).to.deep.equal([["method=eqgnn,lambda=0.1", -0.2]]);
    const { settings } = summarizeSweep(records);
    expect(settings.map(({ selected }) => selected)).to.deep.equal([false, true]);
  });

  it("takes the first of equal settings", () => {
    const records = [3, 1, 2].map((lambda) =>
      madeRun({ method: "eqgnn", lambda, seed: 1 }, { test: partOf([7, 7, 7, 7]) }),
    );
    expect(summarizeSweep(records).selection.perMethod[0]!.setting).to.equal("method=eqgnn,lambda=3");
  });

  it("chooses the same whatever happens to the test outcomes", () => {
    const records = twoSettings();
    const { selection } = summarizeSweep(records);
    const other = records.map((run) => ({ ...run, test: partOf([0, 3, 9, 1]) }));
    const changed = summarizeSweep(other);
    expect(changed.selection).to.deep.equal(selection);
    expect(changed.settings.map(({ validationScore }) => validationScore)).to.deep.equal(
      summarizeSweep(records).settings.map(({ validationScore }) => validationScore),
    );
  });

  it("counts failed runs, lists them, and does not choose their settings", () => {
    const [first, second, ...gcn] = [...twoSettings().slice(2), ...twoSettings().slice(0, 2)];
    const failure = madeFailure({ method: "eqgnn", lambda: 1, seed: 2 });
    const summary = summarizeSweep([...gcn, first!, failure]);
    expect(second!.key).to.equal(failure.key);
    expect(summary.runs).to.deep.equal({ finished: 3, failed: 1 });
    expect(summary.failures).to.deep.equal([
      { key: "method=eqgnn,lambda=1,seed=2", code: "model", message: "no finite | loss" },
    ]);
    const eqgnn = summary.settings[1]!;
    expect(eqgnn).to.include({ finished: 1, failed: 1, selected: false });
    expect(eqgnn.figures.accuracy).to.deep.equal({ n: 1, mean: 0.65, sd: null, sem: null });
    // Only seed 1 has both.
    expect(eqgnn.comparison!.differences.accuracy).to.include({ n: 1, pValue: 1, sem: null });
    expect(summary.selection.perMethod[1]).to.deep.include({ setting: null, reason: "every setting has failed runs" });

    const nothing = summarizeSweep([failure]);
    expect(nothing.settings[0]).to.include({ finished: 0, pooled: null, validationScore: null });
    expect(nothing.settings[0]!.figures.accuracy).to.include({ n: 0, mean: null });
    expect(renderSweepMarkdown(nothing)).to.include("undefined");
  });

  it("compares each setting with the baseline that is like it otherwise", () => {
    const part = { test: partOf([7, 7, 7, 7]) };
    const records = [
      madeRun({ method: "gcn", seed: 1 }, part),
      ...[0.1, 1].map((lambda) => madeRun({ method: "debias", lambda, seed: 1 }, part)),
      ...[0.1, 1].map((lambda) => madeRun({ method: "eqgnn", lambda, seed: 1 }, part)),
    ];
    const partners = (baseline: Record<string, string | number>) =>
      summarizeSweep(records, { baseline }).settings.map(({ comparison }) => comparison?.baseline ?? null);
    expect(partners({ method: "gcn" })).to.deep.equal([null, ...Array<string>(4).fill("method=gcn")]);
    // gcn has no λ, so two settings of debias fit it.
    expect(partners({ method: "debias" })).to.deep.equal([
      null,
      null,
      null,
      "method=debias,lambda=0.1",
      "method=debias,lambda=1",
    ]);
    expect(partners({ method: "debias", lambda: 1 })).to.deep.equal([
      "method=debias,lambda=1",
      "method=debias,lambda=1",
      null,
      "method=debias,lambda=1",
      "method=debias,lambda=1",
    ]);
    expect(() => summarizeSweep(records, { baseline: { method: "fairgnn" } })).to.throw(
      UsageError,
      /--baseline: .*found method=fairgnn; /,
    );
    expect(summarizeSweep(records.slice(1)).baseline).to.equal(null);
  });

  it("reads the errors of a regression", () => {
    const errors = (error: number[], squared: number[]): PartOutcome => ({
      nodes: 4,
      counts: null,
      errors: { groups: ["g0", "g1"], n: [2, 2], error, absolute: error.map(Math.abs), squared },
    });
    const run = (lambda: number, part: PartOutcome): FinishedRun =>
      madeRun({ method: "eqgnn", lambda, seed: 1 }, { test: part });
    // Errors 1 and 1 against −1 and −1: RMSE 1, mean errors 1 and −1; then 3 and 3 against 3 and 3.
    const summary = summarizeSweep([run(1, errors([2, -2], [2, 2])), run(2, errors([6, 6], [18, 18]))]);
    expect(summary.task).to.equal("regression");
    const [first, second] = summary.settings;
    expect(first!.figures.rootMeanSquaredError!.mean).to.equal(1);
    expect(first!.figures.meanErrorGap!.mean).to.equal(2);
    expect(first!.figures.meanAbsoluteErrorGap!.mean).to.equal(0);
    expect(first!.validationScore).to.equal(-3);
    expect(second!.validationScore).to.equal(-3);
    expect(summary.selection.perMethod[0]!.setting).to.equal("method=eqgnn,lambda=1");
    const page = renderSweepMarkdown(summary);
    expect(page).to.include("| 1: λ 1 | 1.000, 1.000, n = 2 | −1.000, 1.000, n = 2 |");
  });

  it("refuses no records, and those of two sweeps", () => {
    expect(() => summarizeSweep([])).to.throw(InputError, /expected the runs of one sweep, found none/);
    const [first, second] = twoSettings();
    expect(() => summarizeSweep([first!, { ...second!, engine: "another" }])).to.throw(
      InputError,
      /made up.* beside .*another/,
    );
  });
});
