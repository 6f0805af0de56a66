import { arcRows } from "@evenodds/core";
import { neighbourMax, placeArcs } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import fc from "fast-check";
import { arcLists } from "../../support/arc-lists.js";
import { expectClose } from "../../support/expect-close.js";
import { expectTensorGradients } from "../../support/expect-tensor-gradients.js";
import { onEngines } from "../../support/on-engines.js";
import { graphOf, rowsOf } from "../../support/tiny-graphs.js";

/** Both results from the definition: the largest over a list of sources, and one source for each gradient. */
function denseMax(arcs: readonly (readonly [number, number])[], x: number[][], upstream: number[][]) {
  const value = x.map((row) => row.map(() => 0));
  const gradient = x.map((row) => row.map(() => 0));
  x.forEach((row, i) => {
    const sources = arcs.filter(([, target]) => target === i).map(([source]) => source);
    if (sources.length === 0) return;
    row.forEach((_, c) => {
      const largest = Math.max(...sources.map((j) => x[j]![c]!));
      value[i]![c] = largest;
      gradient[sources.find((j) => x[j]![c] === largest)!]![c]! += upstream[i]![c]!;
    });
  });
  return { value: value.flat(), gradient: gradient.flat() };
}

onEngines("neighbourMax", () => {
  beforeEach(() => tf.engine().startScope());
  afterEach(() => tf.engine().endScope());

  const place = (arcs: readonly (readonly [number, number])[], nodes: number) =>
    placeArcs(
      arcRows(
        graphOf(
          arcs,
          Array.from({ length: nodes }, () => []),
        ),
      ),
    );

  /** The value and the gradient by x of `Σ upstream · neighbourMax(x)`. */
  function run(x: number[][], arcs: ReturnType<typeof placeArcs>, upstream: number[][]) {
    const input = tf.tensor2d(x);
    const value = neighbourMax(input, arcs).dataSync();
    const gradient = tf
      .grad((x) => neighbourMax(x as tf.Tensor2D, arcs))(input, tf.tensor2d(upstream))
      .dataSync();
    return { value: Array.from(value), gradient: Array.from(gradient) };
  }

  it("takes the largest of each column over the sources of incoming arcs, and 0 without any", () => {
    const arcs = place(
      [
        [0, 1],
        [2, 1],
        [3, 2],
        [1, 0],
      ],
      4,
    );
    const x = [
      [1, -5],
      [-2, -3],
      [4, -7],
      [0.5, 6],
    ];
    const upstream = [
      [1, 2],
      [10, 20],
      [100, 200],
      [1000, 2000],
    ];
    const { value, gradient } = run(x, arcs, upstream);
    expect(value).to.deep.equal([-2, -3, 4, -5, 0.5, 6, 0, 0]);
    // Node 3 has no incoming arc: its gradient goes nowhere.
    expect(gradient).to.deep.equal([0, 20, 1, 2, 10, 0, 100, 200]);
  });

  it("hands the gradient of equal sources to the first in the order of the arcs", () => {
    const arcs = place(
      [
        [2, 0],
        [1, 0],
        [2, 0],
      ],
      3,
    );
    expect(run([[0], [7], [7]], arcs, [[5], [0], [0]]).gradient).to.deep.equal([0, 0, 5]);
  });

  it("has the gradients of its differences", () => {
    const arcs = place(
      [
        [0, 1],
        [2, 1],
        [3, 1],
        [1, 1],
        [1, 0],
        [3, 0],
        [3, 0],
      ],
      5,
    );
    const x = tf.tensor2d(
      Float32Array.from({ length: 5 * 21 }, (_, i) => ((i * 8) % 105) / 21),
      [5, 21],
    );
    expectTensorGradients([x], (h) => neighbourMax(h as tf.Tensor2D, arcs));
  });

  it("equals the definition on any graph, in any number of columns", () => {
    fc.assert(
      fc.property(arcLists(), fc.constantFrom(1, 3, 4, 7, 16, 23, 37), fc.nat(), ({ nodes, arcs }, width, seed) => {
        tf.tidy(() => {
          // Small whole numbers: many equal values, and sums of gradients that are exact.
          const values = (start: number) =>
            rowsOf(
              Array.from({ length: nodes * width }, (_, i) => ((start + 7 * i * i) % 11) - 5),
              width,
            );
          const placed = place(arcs, nodes);
          const [x, upstream] = [values(seed % 1000), values((seed + 3) % 1000)];
          expect(run(x, placed, upstream)).to.deep.equal(denseMax(arcs, x, upstream));
          placed.dispose();
        });
      }),
      { numRuns: 60 },
    );
  });

  it("keeps no tensor and gives the same bytes again", () => {
    const arcs = place(
      [
        [0, 1],
        [1, 0],
        [2, 0],
      ],
      3,
    );
    const x = tf.randomNormal<tf.Rank.R2>([3, 19], 0, 1, "float32", 5);
    const once = () => {
      const [y, dx] = tf.tidy(() => {
        const { value, grad } = tf.valueAndGrad((h) => tf.sum(neighbourMax(h as tf.Tensor2D, arcs)))(x);
        return [Array.from(value.dataSync()), Array.from(grad.dataSync())];
      });
      return { y, dx };
    };
    const first = once();
    const { numTensors } = tf.memory();
    for (let i = 0; i < 20; i++) expect(once()).to.deep.equal(first);
    expect(tf.memory().numTensors).to.equal(numTensors);
  });

  it("works on after the memory has grown for another operation over the same arcs", () => {
    const arcs = place([[0, 1]], 2);
    const narrow = tf.tensor2d([1, 2], [2, 1]);
    const before = Array.from(neighbourMax(narrow, arcs).dataSync());
    const wide = neighbourMax(tf.ones<tf.Rank.R2>([2, 50_000]), arcs);
    expectClose(tf.sum(wide).dataSync(), [50_000]);
    expect(Array.from(neighbourMax(narrow, arcs).dataSync()))
      .to.deep.equal(before)
      .and.to.deep.equal([0, 1]);
  });

  it("cannot be used with arcs that were disposed of", () => {
    const arcs = place([[0, 1]], 2);
    arcs.dispose();
    expect(() => neighbourMax(tf.zeros<tf.Rank.R2>([2, 1]), arcs)).to.throw(/disposed/);
  });
});
