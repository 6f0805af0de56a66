import { arcRows, Random, symmetricNormalization, type Graph } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { onEngines } from "../../support/on-engines.js";
import {
  denseProduct,
  densePropagation,
  graphOf,
  randomGraph,
  rowsOf,
  transposed,
  weighted,
} from "../../support/tiny-graphs.js";

onEngines("Engine", (engine) => {
  beforeEach(() => tf.engine().startScope());
  afterEach(() => tf.engine().endScope());

  const matrix = (rows: number, width: number) =>
    tf.tensor2d(
      Float32Array.from({ length: rows * width }, (_, i) => Math.sin(i + 1)),
      [rows, width],
    );

  /** Products with the matrix and its transpose against a dense one. */
  function expectProducts(graph: Graph, width: number, tolerance: number) {
    const nodes = graph.nodeCount;
    const h = matrix(nodes, width);
    const placed = engine().place(symmetricNormalization(arcRows(graph)));
    const dense = densePropagation(graph);
    const rows = rowsOf(h.dataSync(), width);
    expectClose(placed.multiply(h).dataSync(), denseProduct(dense, rows).flat(), tolerance);
    expectClose(placed.multiplyTransposed(h).dataSync(), denseProduct(transposed(dense), rows).flat(), tolerance);
    placed.dispose();
  }

  for (const width of [1, 2, 3, 4, 7, 15, 16, 17, 21, 31, 33, 64, 128, 130, 145]) {
    it(`propagates ${width} columns as the dense matrix does, over self loops, duplicates and one-way arcs`, () => {
      expectProducts(randomGraph(width, { nodes: 9, arcs: 30 }), width, 1e-5);
    });
  }

  for (const width of [1, 5, 16, 19, 67, 128, 134]) {
    it(`propagates ${width} columns on a graph too large for the dense path`, () => {
      expectProducts(randomGraph(width, { nodes: 700, arcs: 4000 }), width, 1e-4);
    });
  }

  for (const width of [1, 3, 4, 5, 8, 15, 16, 33, 130]) {
    it(`propagates ${width} columns over arcs with weights, some of them 0, on a small graph and a larger one`, () => {
      expectProducts(weighted(randomGraph(width, { nodes: 9, arcs: 30 })), width, 1e-5);
      expectProducts(weighted(randomGraph(width, { nodes: 600, arcs: 3000 })), width, 1e-4);
    });
  }

  it("places weights that differ by direction apart from their transpose", () => {
    const arcs = [
      [0, 1],
      [1, 0],
    ] as const;
    expectProducts({ ...graphOf(arcs, [[1], [2]]), edgeWeight: Float32Array.of(3, 0.25) }, 4, 1e-6);
  });

  it("gives a hub the sum over all its neighbours, whatever thread works on it", () => {
    const nodes = 3000;
    const arcs = Array.from({ length: nodes - 1 }, (_, i) => [i + 1, 0] as const);
    const graph = graphOf(
      arcs,
      Array.from({ length: nodes }, () => [1]),
    );
    const placed = engine().place(symmetricNormalization(arcRows(graph)));
    const sums = placed.multiply(tf.ones([nodes, 128])).dataSync();
    // Degree 3000 with its own loop: the leaves have factor 1, the hub 1/√3000.
    const expected = 2999 / Math.sqrt(3000) + 1 / 3000;
    expectClose(sums.slice(0, 128), new Float32Array(128).fill(expected), 1e-3);
    expect(sums.slice(128).every((value) => value === 1)).to.equal(true);
    placed.dispose();
  });

  it("gives the same bits every time, with an undirected graph too", () => {
    const directed = randomGraph(5, { nodes: 900, arcs: 9000 });
    const both = {
      source: Int32Array.from([...directed.source, ...directed.target]),
      target: Int32Array.from([...directed.target, ...directed.source]),
    };
    for (const graph of [directed, { ...directed, ...both }]) {
      const placed = engine().place(symmetricNormalization(arcRows(graph)));
      const h = matrix(900, 67);
      const first = Array.from(placed.multiply(h).dataSync());
      for (let i = 0; i < 5; i++) expect(Array.from(placed.multiply(h).dataSync())).to.deep.equal(first);
      placed.dispose();
    }
  });

  it("is the identity on a graph without arcs", () => {
    const placed = engine().place(symmetricNormalization(arcRows(graphOf([], [[1], [2]]))));
    expect(Array.from(placed.multiply(tf.tensor2d([[5], [7]])).dataSync())).to.deep.equal([5, 7]);
    placed.dispose();
  });

  it("counts a repeated arc twice: degree 3 of node 1, and twice its neighbour", () => {
    const graph = graphOf(
      [
        [0, 1],
        [0, 1],
      ],
      [[1], [1]],
    );
    const placed = engine().place(symmetricNormalization(arcRows(graph)));
    const [isolated, hub] = placed.multiply(tf.tensor2d([[6], [3]])).dataSync();
    expect(isolated).to.be.closeTo(6, 1e-6);
    expect(hub).to.be.closeTo(3 / 3 + (2 * 6) / Math.sqrt(3), 1e-5);
    placed.dispose();
  });

  it("multiplies, either factor transposed on the way", () => {
    const [a, b] = [matrix(3, 5), matrix(5, 4)];
    const expected = denseProduct(rowsOf(a.dataSync(), 5), rowsOf(b.dataSync(), 4)).flat();
    const [aT, bT]: tf.Tensor2D[] = [tf.transpose(a), tf.transpose(b)];
    const own = engine();
    expectClose(own.matMul(a, b).dataSync(), expected, 1e-6);
    expectClose(own.matMul(aT!, b, { left: true }).dataSync(), expected, 1e-6);
    expectClose(own.matMul(a, bT!, { right: true }).dataSync(), expected, 1e-6);
    expectClose(own.matMul(aT!, bT!, { left: true, right: true }).dataSync(), expected, 1e-6);
  });

  for (const [rows, width] of [
    [2, 3],
    [1, 1],
    [9, 67],
    [3000, 128],
  ] as const) {
    it(`combines one to four terms of ${rows} × ${width} and a bias, with and without a ReLU`, () => {
      const bias = Float32Array.from({ length: width }, (_, c) => Math.cos(c));
      const terms = [1, 2, 3, 4].map((k) => tf.mul<tf.Tensor2D>(matrix(rows, width), k));
      for (const count of [1, 2, 3, 4]) {
        const factor = (count * (count + 1)) / 2;
        const expected = matrix(rows, width)
          .dataSync()
          .map((value, i) => factor * value + bias[i % width]!);
        const given = terms.slice(0, count);
        const plain = engine().combine(given, { bias: tf.tensor1d(bias), relu: false });
        expectClose(plain.dataSync(), expected, 1e-5);
        const positive = engine().combine(given, { bias: tf.tensor1d(bias), relu: true });
        expectClose(
          positive.dataSync(),
          expected.map((value) => Math.max(value, 0)),
          1e-5,
        );
      }
    });
  }

  it("does not hide a NaN", () => {
    const x = tf.tensor2d([[NaN, 1]]);
    const combined = engine().combine([x], { bias: tf.tensor1d([0, 0]), relu: true });
    expect(Array.from(combined.dataSync())).to.deep.equal([NaN, 1]);
    const dropped = engine().reluDropout(x, { bits: Int32Array.of(0b11), scale: 2 });
    expect(Array.from(dropped.dataSync())).to.deep.equal([NaN, 2]);
  });

  it("sums the rows of a matrix", () => {
    const x = tf.tensor2d([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(Array.from(engine().sumRows(x).dataSync())).to.deep.equal([9, 12]);
  });

  it("passes the gradient of a ReLU where its result is above 0", () => {
    const gradient = engine().reluGradient(tf.tensor2d([[7, 8, 9]]), tf.tensor2d([[2, 0, 1e-30]]));
    expect(Array.from(gradient.dataSync())).to.deep.equal([7, 0, 9]);
  });

  for (const [rows, columns] of [
    [2, 8],
    [5, 3],
    [1, 1],
    [700, 129],
  ] as const) {
    it(`drops ${rows} × ${columns} entries by their bits, lowest first, and passes their gradients`, () => {
      const size = rows * columns;
      const random = Random.of(size, "bits");
      const bits = random.coinBytes(size);
      const x = Float32Array.from({ length: size }, () => random.normal());
      const kept = (i: number) => ((bits[i >> 3]! >> (i & 7)) & 1) === 1;
      const y = engine().reluDropout(tf.tensor2d(x, [rows, columns]), { bits, scale: 4 });
      const expected = x.map((value, i) => (kept(i) && value > 0 ? 4 * value : 0));
      expect(Array.from(y.dataSync())).to.deep.equal(Array.from(expected));
      const dy = x.map((_, i) => i + 1);
      const gradient = engine().reluDropoutGradient(tf.tensor2d(dy, [rows, columns]), y, 4);
      const passed = dy.map((value, i) => (kept(i) && x[i]! > 0 ? 4 * value : 0));
      expect(Array.from(gradient.dataSync())).to.deep.equal(Array.from(passed));
    });
  }

  it("frees all that it placed", () => {
    for (const graph of [12, 700].flatMap((nodes) => [
      randomGraph(3, { nodes }),
      weighted(randomGraph(3, { nodes })),
    ])) {
      const normalization = symmetricNormalization(arcRows(graph));
      const before = tf.memory().numTensors;
      engine().place(normalization).dispose();
      expect(tf.memory().numTensors).to.equal(before);
    }
  });
});
