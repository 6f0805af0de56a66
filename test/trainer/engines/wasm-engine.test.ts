import { symmetricNormalization } from "@evenodds/core";
import { openEngine, type Engine } from "@evenodds/trainer";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { denseProduct, densePropagation, graphOf, randomGraph, rowsOf, transposed } from "../../support/tiny-graphs.js";

describe("wasm engine", () => {
  let engine: Engine;
  before(async () => (engine = await openEngine("wasm")));
  beforeEach(() => tf.engine().startScope());
  afterEach(() => tf.engine().endScope());

  const columns = (nodes: number, width: number) =>
    tf.tensor2d(
      Float32Array.from({ length: nodes * width }, (_, i) => Math.sin(i + 1)),
      [nodes, width],
    );

  for (const width of [1, 3, 4, 7, 16, 21, 37]) {
    it(`propagates ${width} columns as the dense matrix does, over self loops, duplicates and one-way arcs`, () => {
      const graph = randomGraph(width, { nodes: 9, arcs: 30 });
      const h = columns(9, width);
      const actual = engine.place(symmetricNormalization(graph)).apply(h).dataSync();
      const expected = denseProduct(densePropagation(graph), rowsOf(h.dataSync(), width));
      expectClose(actual, expected.flat(), 1e-5);
    });

    it(`gives ${width} columns the transposed matrix as gradient`, () => {
      const graph = randomGraph(width + 100, { nodes: 9, arcs: 30 });
      const upstream = columns(9, width);
      const propagation = engine.place(symmetricNormalization(graph));
      const gradient = tf.grad((h) => tf.sum(tf.mul(propagation.apply(h as tf.Tensor2D), upstream)))(columns(9, width));
      const expected = denseProduct(transposed(densePropagation(graph)), rowsOf(upstream.dataSync(), width));
      expectClose(gradient.dataSync(), expected.flat(), 1e-5);
    });
  }

  it("is the identity on a graph without arcs", () => {
    const propagation = engine.place(symmetricNormalization(graphOf([], [[1], [2]])));
    expect(Array.from(propagation.apply(tf.tensor2d([[5], [7]])).dataSync())).to.deep.equal([5, 7]);
  });

  it("counts a repeated arc twice: degree 3 of node 1, and twice its neighbour", () => {
    const graph = graphOf(
      [
        [0, 1],
        [0, 1],
      ],
      [[1], [1]],
    );
    const [isolated, hub] = engine
      .place(symmetricNormalization(graph))
      .apply(tf.tensor2d([[6], [3]]))
      .dataSync();
    expect(isolated).to.equal(6);
    expect(hub).to.be.closeTo(3 / 3 + (2 * 6) / Math.sqrt(3), 1e-6);
  });

  it("multiplies with the gradients of both factors", () => {
    const a = tf.tensor2d([[1, 2]]);
    const b = tf.tensor2d([[3], [4]]);
    const product = (x: tf.Tensor, y: tf.Tensor) => tf.sum(engine.matMul(x as tf.Tensor2D, y as tf.Tensor2D));
    const { value, grads } = tf.valueAndGrads(product)([a, b]);
    expect(value.dataSync()[0]).to.equal(11);
    expect(grads.map((gradient) => Array.from(gradient.dataSync()))).to.deep.equal([
      [3, 4],
      [1, 2],
    ]);
  });

  it("leaves a constant factor without a gradient, and the other one's as it is", () => {
    const a = tf.tensor2d([[1, 2]]);
    const gradient = tf.grad((y) => tf.sum(engine.matMul(a, y as tf.Tensor2D, { constantLeft: true })));
    expect(Array.from(gradient(tf.tensor2d([[3], [4]])).dataSync())).to.deep.equal([1, 2]);
  });

  it("frees all that it placed", () => {
    const matrix = symmetricNormalization(randomGraph(3));
    const before = tf.memory().numTensors;
    engine.place(matrix).dispose();
    expect(tf.memory().numTensors).to.equal(before);
  });

  it("leaves no handler of uncaught errors behind", () => {
    const sources = process.listeners("uncaughtException").map((listener) => listener.toString());
    expect(sources.filter((source) => source.includes("ExitStatus"))).to.deep.equal([]);
  });
});
