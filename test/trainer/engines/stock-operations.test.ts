import { arcRows, Random, symmetricNormalization } from "@evenodds/core";
import { openEngine, type Engine } from "@evenodds/trainer";
import {
  combine,
  maskedRelu,
  nativeOperations,
  placeMatrix,
  type NativeOperations,
  type TensorFlowBackend,
} from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { nativeIsExpected, noNativeLibrary } from "../../support/on-engines.js";
import { skipBecause } from "../../support/skip-because.js";
import { randomGraph } from "../../support/tiny-graphs.js";

// What runs on a GPU, and with a library that the npm package installed itself.
describe("TensorFlow's own operations, where the library lacks our kernels", () => {
  let engine: Engine;
  let native: NativeOperations;
  beforeEach(async function () {
    if (!nativeIsExpected()) skipBecause(this, noNativeLibrary);
    engine = await openEngine("tensorflow");
    native = nativeOperations(tf.backend() as unknown as TensorFlowBackend);
    tf.engine().startScope();
  });
  afterEach(() => {
    if (nativeIsExpected()) tf.engine().endScope();
  });

  const matrix = (rows: number, columns: number) => {
    const random = Random.of(rows, "matrix");
    return tf.tensor2d(
      Float32Array.from({ length: rows * columns }, () => random.normal()),
      [rows, columns],
    );
  };

  for (const nodes of [12, 700]) {
    it(`propagate on ${nodes} nodes as our kernel does, directed and undirected`, () => {
      const directed = randomGraph(nodes, { nodes, arcs: 6 * nodes });
      const undirected = {
        ...directed,
        source: Int32Array.from([...directed.source, ...directed.target]),
        target: Int32Array.from([...directed.target, ...directed.source]),
      };
      for (const graph of [directed, undirected]) {
        const normalization = symmetricNormalization(arcRows(graph));
        const handles = tf.memory().numTensors;
        const stock = placeMatrix(normalization, { native, ownKernels: false });
        const own = engine.place(normalization);
        for (const width of [1, 7, 32]) {
          const h = matrix(nodes, width);
          expectClose(stock.multiply(h).dataSync(), own.multiply(h).dataSync(), 1e-4);
          expectClose(stock.multiplyTransposed(h).dataSync(), own.multiplyTransposed(h).dataSync(), 1e-4);
          h.dispose();
        }
        stock.dispose();
        own.dispose();
        expect(tf.memory().numTensors - handles).to.equal(12);
      }
    });
  }

  for (const [rows, columns] of [
    [5, 8],
    [3, 5],
  ] as const) {
    it(`drop ${rows} × ${columns} entries and combine terms as our kernels do`, () => {
      const bits = Random.of(rows, "bits").coinBytes(rows * columns);
      const [x, dy] = [matrix(rows, columns), matrix(rows, columns)];
      const stock = maskedRelu(native, false);
      const y = stock.reluDropout(x, { bits, scale: 2.5 });
      expectClose(y.dataSync(), engine.reluDropout(x, { bits, scale: 2.5 }).dataSync(), 0);
      expectClose(
        stock.reluDropoutGradient(dy, y, 2.5).dataSync(),
        engine.reluDropoutGradient(dy, y, 2.5).dataSync(),
        0,
      );
      const bias = tf.tensor1d(Array.from({ length: columns }, (_, c) => c - 1));
      for (const relu of [false, true]) {
        const expected = engine.combine([x, dy], { bias, relu }).dataSync();
        expectClose(combine(native, false)([x, dy], { bias, relu }).dataSync(), expected, 1e-6);
      }
    });
  }
});
