import { InterruptedError, ModelError, Random, UsageError } from "@evenodds/core";
import {
  drawPairs,
  runClassifierTwoSampleTest,
  runPairedTTest,
  runPermutationTest,
  runTTest,
  type PairKind,
  type Pairs,
  type PairSets,
} from "@evenodds/trainer";
import { pairedLoss, welchLoss } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { onEngines } from "../../support/on-engines.js";

const sets = (kind: PairKind, pairCount: number): PairSets => ({
  train: drawPairs(kind, { pairCount, random: Random.of(3, "train") }),
  test: drawPairs(kind, { pairCount, random: Random.of(3, "test") }),
});

/** Pairs whose two sides are drawn apart from each other, with means that differ by (0.4, −0.3). */
function unrelatedPairs(pairCount: number): Pairs {
  const { first } = drawPairs("shift", { pairCount, random: Random.of(5, "first") });
  const { first: other } = drawPairs("shift", { pairCount, random: Random.of(5, "second") });
  return { pairCount, dimension: 2, first, second: other.map((value, i) => 1.5 * value + (i % 2 === 0 ? 0.4 : -0.3)) };
}

/** √(m' S⁻¹ m) for points `[n, 2]`: the largest |t| of any direction, divided by √n. */
function largestT(mean: readonly [number, number], covariance: readonly [number, number, number]): number {
  const [a, b, c] = covariance;
  const [x, y] = mean;
  return Math.sqrt((c * x * x - 2 * b * x * y + a * y * y) / (a * c - b * b));
}

function moments(points: Float32Array): { mean: [number, number]; covariance: [number, number, number] } {
  const n = points.length / 2;
  const mean: [number, number] = [0, 0];
  points.forEach((value, i) => (mean[i % 2]! += value / n));
  const covariance: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [points[2 * i]! - mean[0], points[2 * i + 1]! - mean[1]];
    [x * x, x * y, y * y].forEach((value, k) => (covariance[k]! += value / (n - 1)));
  }
  return { mean, covariance };
}

onEngines("tests of pairs", (open) => {
  const quick = (epochs = 250) => ({ engine: open(), seed: 1, epochs, learningRate: 0.05 });

  it("runTTest finds the direction with the largest Welch t", async () => {
    const pairs = unrelatedPairs(60);
    const { first, second } = await runTTest({ train: pairs, test: pairs }, quick());
    const [one, two] = [moments(pairs.first), moments(pairs.second)];
    const error = one.covariance.map((value, k) => (value + two.covariance[k]!) / 60) as [number, number, number];
    const best = largestT([one.mean[0] - two.mean[0], one.mean[1] - two.mean[1]], error);
    const found = -welchLoss(Float32Array.of(...first, ...second), 60).value;
    expect(found).to.be.closeTo(best, 1e-3 * best);
  });

  it("runPairedTTest finds the direction with the largest paired t", async () => {
    const pairs = unrelatedPairs(60);
    const { differences } = await runPairedTTest({ train: pairs, test: pairs }, quick());
    const { mean, covariance } = moments(pairs.first.map((value, i) => value - pairs.second[i]!));
    const best = Math.sqrt(60) * largestT(mean, covariance);
    expect(-pairedLoss(differences).value).to.be.closeTo(best, 1e-3 * best);
  });

  it("runPairedTTest sees a shift without spread", async () => {
    const { differences } = await runPairedTTest(sets("shift", 100), quick(20));
    expect(pairedLoss(differences).value).to.equal(-1e7);
  });

  it("runClassifierTwoSampleTest tells sides that lie four apart: right as often as Φ(2) = 0.977", async () => {
    const apart = (pairs: Pairs): Pairs => ({
      ...pairs,
      second: pairs.first.map((value, i) => value + (i % 2 === 0 ? 4 : 0)),
    });
    const { train, test } = sets("shift", 200);
    const { correct, n } = await runClassifierTwoSampleTest({ train: apart(train), test: apart(test) }, quick());
    expect(n).to.equal(400);
    expect(correct / n).to.be.within(0.95, 1);
  });

  it("runPermutationTest finds a shift with every classifier", async () => {
    const pairs = sets("shift", 100);
    for (const form of [
      { kind: "linear", bias: true },
      { kind: "linear", bias: false },
      { kind: "mlp", hidden: 16 },
    ] as const) {
      expect(await runPermutationTest(pairs, { ...quick(), form }), JSON.stringify(form)).to.deep.equal({
        correct: 100,
        n: 100,
      });
    }
  });

  it("runPermutationTest finds the rotation with 16 hidden units, not with a linear classifier", async () => {
    const pairs = sets("rotation", 400);
    const linear = await runPermutationTest(pairs, { ...quick(150), form: { kind: "linear", bias: false } });
    expect(linear.correct / linear.n).to.be.within(0.4, 0.6);
    const hidden = await runPermutationTest(pairs, quick(150));
    expect(hidden.correct / hidden.n).to.be.at.least(0.95);
  });

  it("gives the same for the same seed, something else for another, and leaves no tensor behind", async () => {
    const pairs = sets("rotation", 30);
    const runs = [runTTest, runPairedTTest, runClassifierTwoSampleTest, runPermutationTest];
    const before = tf.memory().numTensors;
    for (const run of runs) expect(await run(pairs, quick(10))).to.deep.equal(await run(pairs, quick(10)));
    expect(tf.memory().numTensors).to.equal(before);
    const other = await runTTest(pairs, { ...quick(10), seed: 2 });
    expect(other).not.to.deep.equal(await runTTest(pairs, quick(10)));
  });

  it("refuses options and pairs that do not fit", async () => {
    const pairs = sets("shift", 3);
    const refused: [() => Promise<object>, RegExp][] = [
      [() => runTTest(pairs, quick(0)), /epochs.*from 1.*found 0/],
      [() => runTTest(pairs, { ...quick(), learningRate: -1 }), /learningRate.*above 0.*-1/],
      [() => runTTest(sets("shift", 1), quick()), /train pairs.*at least 2.*found 1/],
      [() => runPermutationTest(pairs, { ...quick(), form: { kind: "mlp", hidden: 0 } }), /hidden.*from 1.*found 0/],
      [
        () => runPairedTTest({ ...pairs, test: { ...pairs.test, second: new Float32Array(4) } }, quick()),
        /test pairs.*3 × 2.*6 and 4/,
      ],
      [
        () =>
          runClassifierTwoSampleTest(
            {
              ...pairs,
              test: { pairCount: 1, dimension: 1, first: new Float32Array(1), second: new Float32Array(1) },
            },
            quick(),
          ),
        /test pairs.*2 coordinates.*found 1/,
      ],
    ];
    for (const [run, message] of refused) {
      const error = await caught(run);
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(message);
    }
  });

  it("stops on request, and says so where weights do not stay finite", async () => {
    const pairs = sets("rotation", 5);
    const stopping = { ...quick(), signal: AbortSignal.abort() };
    expect(await caught(() => runPermutationTest(pairs, stopping))).to.be.instanceOf(InterruptedError);
    const error = await caught(() => runClassifierTwoSampleTest(pairs, { ...quick(5), learningRate: 1e38 }));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.match(/finite weights.*learning rate/);
  });
});
