import { InputError, Random } from "@evenodds/core";
import { normalizeBatch, normalizeFixed } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import fc from "fast-check";
import { caught } from "../../support/caught.js";
import { expectClose } from "../../support/expect-close.js";
import { expectTensorGradients } from "../../support/expect-tensor-gradients.js";
import { onEngines } from "../../support/on-engines.js";

onEngines("normalizeBatch and normalizeFixed", () => {
  beforeEach(() => tf.engine().startScope());
  afterEach(() => tf.engine().endScope());

  function normal(seed: number, shape: [number, number]) {
    const random = Random.of(seed, "batch norm");
    return tf.tensor2d(
      Float32Array.from({ length: shape[0] * shape[1] }, () => random.normal()),
      shape,
    );
  }

  const row = (...values: number[]) => tf.tensor1d(values);

  it("normalizes each column by its own mean and variance", () => {
    // Column 0: mean 4, squared distances 9, 1, 1, 9, variance 5. Column 1 is constant.
    const x = tf.tensor2d([1, 7, 3, 7, 5, 7, 7, 7], [4, 2]);
    const { value, statistics } = normalizeBatch(x, { weight: row(10, 10), bias: row(1, 2), epsilon: 4 });
    expectClose(value.dataSync(), [-9, 2, 1 - 10 / 3, 2, 1 + 10 / 3, 2, 11, 2], 1e-5);
    expectClose(statistics.mean, [4, 7], 1e-6);
    // Divided by N − 1 = 3, as running estimates are.
    expectClose(statistics.variance, [20 / 3, 0], 1e-6);
  });

  it("normalizes by a given mean and variance", () => {
    const x = tf.tensor2d([1, 7, 3, -7], [2, 2]);
    const given = { weight: row(2, 1), bias: row(0.5, 0), mean: row(1, 0), variance: row(3, 48), epsilon: 1 };
    expectClose(normalizeFixed(x, given).dataSync(), [0.5, 1, 2.5, -1], 1e-6);
  });

  it("gives a column mean 0 and variance 1 wherever it lies", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(1000),
        (rows, width, seed) => {
          tf.tidy(() => {
            const x = tf.add<tf.Tensor2D>(tf.mul(normal(seed, [rows, width]), 3), 100);
            const one = tf.ones<tf.Rank.R1>([width]);
            const { value, statistics } = normalizeBatch(x, {
              weight: one,
              bias: tf.zerosLike(one),
              epsilon: 1e-12,
            });
            const y = value.dataSync();
            const plain = x.dataSync();
            for (let c = 0; c < width; c++) {
              const column = (of: ArrayLike<number>) => Array.from({ length: rows }, (_, n) => of[n * width + c]!);
              const mean = (of: number[]) => of.reduce((a, b) => a + b, 0) / of.length;
              const squares = (of: number[]) => of.reduce((sum, one) => sum + (one - mean(of)) ** 2, 0);
              expectClose([mean(column(y)), squares(column(y)) / rows], [0, 1], 1e-4);
              expectClose([statistics.mean[c]!], [mean(column(plain))], 1e-4);
              expectClose([statistics.variance[c]! / (squares(column(plain)) / (rows - 1))], [1], 1e-5);
            }
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  it("has the gradients of its differences", () => {
    const x = normal(3, [6, 5]);
    const [weight, bias] = [row(1, -2, 0.5, 3, 0), row(0.1, 0.2, 0.3, 0.4, 0.5)];
    const epsilon = 0.1;
    const as = (tensor: tf.Tensor | undefined) => tensor as tf.Tensor1D;
    expectTensorGradients([x, weight, bias], (x, w, b) => {
      return normalizeBatch(x as tf.Tensor2D, { weight: as(w), bias: as(b), epsilon }).value;
    });
    expectTensorGradients([x], (x) => normalizeBatch(x as tf.Tensor2D, { weight, bias, epsilon, frozen: true }).value);
    const running = { mean: row(0, 1, 2, 3, 4), variance: row(1, 2, 3, 4, 5), epsilon };
    expectTensorGradients([x, weight, bias], (x, w, b) =>
      normalizeFixed(x as tf.Tensor2D, { ...running, weight: as(w), bias: as(b) }),
    );
    expectTensorGradients([x], (x) => normalizeFixed(x as tf.Tensor2D, { ...running, weight, bias, frozen: true }));
  });

  it("passes no gradient along what it removes: a shift and a scale of a column", () => {
    const x = normal(4, [30, 3]);
    const [weight, bias] = [row(1, 2, 3), row(0, 0, 0)];
    const upstream = normal(5, [30, 3]);
    const dx = tf.grad((x) => normalizeBatch(x as tf.Tensor2D, { weight, bias, epsilon: 0 }).value)(x, upstream);
    expectClose(tf.sum(dx, 0).dataSync(), [0, 0, 0], 1e-4);
    expectClose(tf.sum(tf.mul(dx, x), 0).dataSync(), [0, 0, 0], 1e-4);
  });

  it("keeps no tensor and gives the same bytes again", () => {
    const x = normal(6, [9, 4]);
    const [weight, bias] = [row(1, 2, 3, 4), row(4, 3, 2, 1)];
    const once = () =>
      tf.tidy(() => {
        const gradients = tf.grads(
          (x, w, b) =>
            normalizeBatch(x as tf.Tensor2D, { weight: w as tf.Tensor1D, bias: b as tf.Tensor1D, epsilon: 1e-5 }).value,
        )([x, weight, bias]);
        return gradients.map((tensor) => Array.from(tensor.dataSync()));
      });
    const first = once();
    const { numTensors } = tf.memory();
    for (let i = 0; i < 20; i++) expect(once()).to.deep.equal(first);
    expect(tf.memory().numTensors).to.equal(numTensors);
  });

  it("refuses a batch of one row, which has no variance", async () => {
    const error = await caught(() =>
      normalizeBatch(normal(1, [1, 2]), { weight: row(1, 1), bias: row(0, 0), epsilon: 1e-5 }),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/batch normalization.*two nodes.*1/);
  });
});
