import { arcRows, symmetricNormalization } from "@evenodds/core";
import { affine, forget, product, relu, type InputPart, type Memo } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { onEngines } from "../../support/on-engines.js";
import { randomGraph } from "../../support/tiny-graphs.js";

onEngines("operations", (open) => {
  beforeEach(() => tf.engine().startScope());
  afterEach(() => tf.engine().endScope());

  const matrix = (rows: number, columns: number, start: number) =>
    tf.tensor2d(
      Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(start + 1.7 * i)),
      [rows, columns],
    );

  /** Compares every gradient of `Σ weight · f(inputs)` with the differences of its values. */
  function expectGradients(inputs: readonly tf.Tensor[], evaluate: (inputs: tf.Tensor[]) => tf.Tensor2D) {
    const loss = (...given: tf.Tensor[]): tf.Scalar => {
      const value = evaluate(given);
      return tf.sum(tf.mul(value, matrix(...value.shape, 5)));
    };
    const gradients = tf.grads(loss)([...inputs]);
    inputs.forEach((input, k) => {
      const values = input.dataSync<"float32">();
      const at = (i: number, shift: number) =>
        tf.tidy(() => {
          const moved = Float32Array.from(values);
          moved[i]! += shift;
          const others = inputs.map((other, j) => (j === k ? tf.tensor(moved, input.shape) : other));
          return loss(...others).dataSync()[0]!;
        });
      const numeric = Array.from(values, (_, i) => (at(i, 1e-2) - at(i, -1e-2)) / 2e-2);
      expectClose(gradients[k]!.dataSync(), numeric, 5e-3);
    });
  }

  const place = () => open().place(symmetricNormalization(arcRows(randomGraph(4, { nodes: 6, arcs: 14 }))));

  it("product has the gradients of its differences, with and without a bias", () => {
    const [a, b, bias] = [matrix(4, 3, 1), matrix(3, 2, 2), tf.tensor1d([0.3, -0.7])];
    const engine = open();
    expectGradients([a, b], ([x, w]) => product(x as tf.Tensor2D, w as tf.Tensor2D, { engine }));
    expectGradients([a, b, bias], ([x, w, v]) =>
      product(x as tf.Tensor2D, w as tf.Tensor2D, { engine, bias: v as tf.Tensor1D }),
    );
    expectGradients([a], ([x]) => product(x as tf.Tensor2D, b, { engine, frozen: true, bias }));
  });

  it("relu and dropout have the gradients of their differences", () => {
    const x = matrix(5, 4, 1);
    const engine = open();
    expectGradients([x], ([h]) => relu(h as tf.Tensor2D, { engine }));
    const mask = { bits: Int32Array.of(0b10110101, 0b01101110, 0b1001), scale: 1.25 };
    expectGradients([x], ([h]) => relu(h as tf.Tensor2D, { engine, mask }));
  });

  for (const [outputs, shape] of [
    [2, "narrow"],
    [9, "wide"],
  ] as const) {
    const parameters = () => ({
      weight: matrix(7, outputs, 3),
      bias: tf.tensor1d(Array.from({ length: outputs }, (_, c) => c - 1)),
    });

    it(`affine of parts equals that of the whole on a graph that is not symmetric, ${shape}`, () => {
      const [left, right] = [matrix(6, 3, 1), matrix(6, 4, 2)];
      const placed = place();
      const { weight, bias } = parameters();
      for (const relu of [false, true]) {
        for (const over of [placed, null]) {
          const context = { engine: open(), relu };
          const of = (parts: InputPart[]) => affine([{ parts, matrix: over, weight }], bias, context).dataSync();
          const joined = of([{ x: tf.concat2d([left, right], 1) }]);
          expectClose(of([{ x: left }, { x: right }]), joined, 1e-5);
        }
      }
      placed.dispose();
    });

    it(`affine adds up its summands, with the identity where there is no matrix, ${shape}`, () => {
      const x = matrix(6, 7, 1);
      const placed = place();
      const { weight, bias } = parameters();
      const root = matrix(7, outputs, 9);
      const summands = [
        { parts: [{ x }], matrix: placed, weight },
        { parts: [{ x }], matrix: null, weight: root },
      ];
      const [neighbours, own] = [tf.matMul(placed.multiply(x), weight), tf.matMul(x, root)];
      const expected = tf.add(tf.add(neighbours, own), bias).dataSync();
      expectClose(affine(summands, bias, { engine: open() }).dataSync(), expected, 1e-5);
      expectGradients([x, weight, root, bias], ([h, w, r, v]) =>
        affine(
          [
            { parts: [{ x: h as tf.Tensor2D }], matrix: placed, weight: w as tf.Tensor2D },
            { parts: [{ x: h as tf.Tensor2D }], matrix: null, weight: r as tf.Tensor2D },
          ],
          v as tf.Tensor1D,
          { engine: open() },
        ),
      );
      placed.dispose();
    });

    it(`affine has the gradients of its differences by all that varies, ${shape}`, () => {
      const [left, right] = [matrix(6, 3, 1), matrix(6, 4, 2)];
      const placed = place();
      const { weight, bias } = parameters();
      for (const relu of [false, true]) {
        for (const over of [placed, null]) {
          const context = { engine: open(), relu };
          const of = (parts: InputPart[], w: tf.Tensor, v: tf.Tensor, frozen = false) =>
            affine([{ parts, matrix: over, weight: w as tf.Tensor2D }], v as tf.Tensor1D, { ...context, frozen });
          expectGradients([left, right, weight, bias], ([a, b, w, v]) =>
            of([{ x: a as tf.Tensor2D }, { x: b as tf.Tensor2D }], w!, v!),
          );
          expectGradients([weight, bias], ([w, v]) =>
            of(
              [
                { x: left, constant: true },
                { x: right, constant: true },
              ],
              w!,
              v!,
            ),
          );
          expectGradients([right], ([b]) =>
            of([{ x: left, constant: true }, { x: b as tf.Tensor2D }], weight, bias, true),
          );
        }
      }
      expectGradients([left], ([a]) =>
        affine([{ parts: [{ x: a as tf.Tensor2D }], matrix: placed, weight: matrix(3, outputs, 4) }], null, {
          engine: open(),
          frozen: true,
        }),
      );
      placed.dispose();
    });
  }

  it("a memo gives the second pass the first one's value, and its gradients", () => {
    const placed = place();
    const memo: Memo = { value: null };
    const [x, weight, bias] = [matrix(6, 3, 1), matrix(3, 2, 2), tf.tensor1d([1, 2])];
    const context = { engine: open() };
    const first = affine([{ parts: [{ x, memo }], matrix: placed, weight }], bias, { ...context, frozen: true });
    expect(memo.value).not.to.equal(null);
    const plain = affine([{ parts: [{ x }], matrix: placed, weight }], bias, context);
    expect(Array.from(first.dataSync())).to.deep.equal(Array.from(plain.dataSync()));
    const gradient = (given: Memo | undefined) => {
      const loss = (w: tf.Tensor): tf.Scalar =>
        tf.sum(
          affine(
            [{ parts: [{ x, constant: true, memo: given }], matrix: placed, weight: w as tf.Tensor2D }],
            bias,
            context,
          ),
        );
      return Array.from(tf.grad(loss)(weight).dataSync());
    };
    expect(gradient(memo)).to.deep.equal(gradient(undefined));
    forget(memo);
    expect(memo.value).to.equal(null);
    placed.dispose();
  });
});
