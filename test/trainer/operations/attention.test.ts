import { arcRows, Random } from "@evenodds/core";
import { attention, placeArcs, type PlacedArcs } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import fc from "fast-check";
import { arcLists } from "../../support/arc-lists.js";
import { expectClose } from "../../support/expect-close.js";
import { expectTensorGradients } from "../../support/expect-tensor-gradients.js";
import { numericGradient } from "../../support/numeric-gradient.js";
import { onEngines } from "../../support/on-engines.js";
import { graphOf } from "../../support/tiny-graphs.js";

type Arcs = readonly (readonly [source: number, target: number])[];

/** The definition in float64, node by node. */
function denseAttention(
  arcs: Arcs,
  { h, source, target }: Record<"h" | "source" | "target", ArrayLike<number>>,
  { nodes, heads, width, negativeSlope }: Record<"nodes" | "heads" | "width" | "negativeSlope", number>,
): number[] {
  const y = new Array<number>(nodes * heads * width).fill(0);
  for (let i = 0; i < nodes; i++) {
    const from = [i, ...arcs.filter(([j, to]) => to === i && j !== i).map(([j]) => j)];
    for (let k = 0; k < heads; k++) {
      const at = (n: number, d: number) => h[(n * heads + k) * width + d]!;
      const score = (vector: ArrayLike<number>, n: number) => {
        let sum = 0;
        for (let d = 0; d < width; d++) sum += vector[k * width + d]! * at(n, d);
        return sum;
      };
      const values = from.map((j) => score(source, j) + score(target, i)).map((u) => (u > 0 ? u : negativeSlope * u));
      const largest = Math.max(...values);
      const powers = values.map((value) => Math.exp(value - largest));
      const total = powers.reduce((a, b) => a + b);
      from.forEach((j, a) => {
        for (let d = 0; d < width; d++) y[(i * heads + k) * width + d]! += (powers[a]! / total) * at(j, d);
      });
    }
  }
  return y;
}

onEngines("attention", () => {
  beforeEach(() => tf.engine().startScope());
  afterEach(() => tf.engine().endScope());

  const place = (arcs: Arcs, nodes: number) =>
    placeArcs(
      arcRows(
        graphOf(
          arcs,
          Array.from({ length: nodes }, () => []),
        ),
      ),
    );

  function normal(seed: number, size: number, scale = 1) {
    const random = Random.of(seed, "attention");
    return Float32Array.from({ length: size }, () => scale * random.normal());
  }

  /** Inputs for heads of `width` columns. */
  function inputs(seed: number, { nodes, heads, width }: Record<"nodes" | "heads" | "width", number>) {
    return {
      h: tf.tensor2d(normal(seed, nodes * heads * width), [nodes, heads * width]),
      source: tf.tensor2d(normal(seed + 1, heads * width), [heads, width]),
      target: tf.tensor2d(normal(seed + 2, heads * width), [heads, width]),
    };
  }

  const attend =
    (arcs: PlacedArcs, heads: number, { negativeSlope = 0.2, frozen = false } = {}) =>
    (...given: tf.Tensor[]) => {
      const [h, source, target] = given as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
      return attention(h, { source, target }, { arcs, heads, negativeSlope, frozen });
    };

  it("weighs a node and its sources by the softmax of their scores", () => {
    // With s = 1 and t = 0 the score of a source is its h: e^h is 1, 2, 4 and 1.
    const arcs = place(
      [
        [1, 0],
        [2, 0],
        [0, 1],
      ],
      4,
    );
    const h = tf.tensor2d([0, Math.LN2, 2 * Math.LN2, 0], [4, 1]);
    const y = attend(arcs, 1)(h, tf.tensor2d([1], [1, 1]), tf.tensor2d([0], [1, 1]));
    // (1 · 0 + 2 · log 2 + 4 · 2 log 2) / 7, (2 · log 2 + 1 · 0) / 3, and what has no incoming arc keeps itself.
    expectClose(y.dataSync(), [(10 / 7) * Math.LN2, (2 / 3) * Math.LN2, 2 * Math.LN2, 0], 1e-6);
  });

  it("multiplies scores below 0 by the slope", () => {
    const arcs = place([[1, 0]], 2);
    const h = tf.tensor2d([0, -5 * Math.LN2], [2, 1]);
    const y = attend(arcs, 1)(h, tf.tensor2d([1], [1, 1]), tf.tensor2d([0], [1, 1]));
    // The score −5 log 2 becomes −log 2: weights 1 and 1/2.
    expectClose(y.dataSync(), [-(5 / 3) * Math.LN2, -5 * Math.LN2], 1e-6);
  });

  it("counts a repeated arc twice and a node itself once", () => {
    const h = tf.tensor2d([1, 4], [2, 1]);
    const zero = tf.zeros<tf.Rank.R2>([1, 1]);
    const twice = place(
      [
        [1, 0],
        [1, 0],
      ],
      2,
    );
    expectClose(attend(twice, 1)(h, zero, zero).dataSync(), [3, 4], 1e-6);
    const withLoops = place(
      [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
      2,
    );
    expectClose(attend(withLoops, 1)(h, zero, zero).dataSync(), [2.5, 4], 1e-6);
  });

  it("stays finite for scores whose exponential is not", () => {
    const arcs = place(
      [
        [1, 0],
        [2, 0],
      ],
      3,
    );
    const h = tf.tensor2d([1, 1000, -1000], [3, 1]);
    const one = tf.ones<tf.Rank.R2>([1, 1]);
    expectClose(attend(arcs, 1)(h, one, one).dataSync(), [1000, 1000, -1000], 1e-3);
    const [dh, ds, dt] = tf.grads(attend(arcs, 1))([h, one, one]);
    // All weight of node 0 lies on node 1.
    expectClose(dh!.dataSync(), [0, 2, 1], 1e-6);
    expectClose([...ds!.dataSync(), ...dt!.dataSync()], [0, 0], 1e-6);
  });

  it("has the exponential's relative accuracy over its whole range", () => {
    // Node 2n has score 0 and node 2n + 1 score −d: column 1 of node 2n is e^−d / (1 + e^−d).
    const distances = Array.from({ length: 900 }, (_, n) => n / 10);
    const arcs = place(
      distances.map((_, n) => [2 * n + 1, 2 * n]),
      2 * distances.length,
    );
    const h = tf.tensor2d(distances.flatMap((d) => [0, 0, -d, 1]).map(Math.fround), [2 * distances.length, 2]);
    const vectors = [tf.tensor2d([[1, 0]]), tf.tensor2d([[0, 0]])];
    const y = attend(arcs, 1, { negativeSlope: 1 })(h, ...vectors).dataSync();
    const ratios = distances.map((d, n) => {
      const power = Math.exp(-Math.fround(d));
      return y[4 * n + 1]! / (power / (1 + power));
    });
    const within = distances.filter((d) => d < 87.33).length;
    expectClose(ratios.slice(0, within), new Float32Array(within).fill(1), 5e-7);
    expectClose(ratios.slice(within), new Float32Array(ratios.length - within));
  });

  for (const [heads, width] of [
    [1, 1],
    [2, 3],
    [3, 5],
    [1, 17],
  ] as const) {
    it(`has the gradients of its differences with ${heads} heads of ${width}`, () => {
      const into = (target: number, sources: number[]) => sources.map((source) => [source, target] as const);
      const arcs = place([...into(1, [0, 2, 3, 1, 2]), ...into(0, [3, 3, 0])], 5);
      const { h, source, target } = inputs(heads, { nodes: 5, heads, width });
      expectTensorGradients([h, source, target], attend(arcs, heads), 1e-2);
      expectTensorGradients([h], (moved) => attend(arcs, heads, { frozen: true })(moved, source, target), 1e-2);
    });
  }

  it("equals the definition and its differences on any graph", () => {
    const shapes = fc.constantFrom([1, 2], [2, 1], [3, 4], [2, 6], [1, 21]);
    fc.assert(
      fc.property(arcLists(), shapes, fc.nat(1000), ({ nodes, arcs }, [heads = 1, width = 1], seed) => {
        tf.tidy(() => {
          const sizes = { nodes, heads, width };
          const { h, source, target } = inputs(seed, sizes);
          const placed = place(arcs, nodes);
          const upstream = normal(seed + 3, h.size);
          const read = (tensor: tf.Tensor) => tensor.dataSync<"float32">();
          const values = { h: read(h), source: read(source), target: read(target) };
          const dense = (slope: number, moved: typeof values) =>
            denseAttention(arcs, moved, { ...sizes, negativeSlope: slope });
          expectClose(read(attend(placed, heads)(h, source, target)), dense(0.2, values), 1e-4);
          // With slope 1 nothing has a kink, over which a difference could reach.
          const smooth = attend(placed, heads, { negativeSlope: 1 });
          const gradients = tf.grads(smooth)([h, source, target], tf.tensor2d(upstream, h.shape));
          (["h", "source", "target"] as const).forEach((name, i) => {
            const loss = (moved: Float32Array) =>
              dense(1, { ...values, [name]: moved }).reduce((sum, y, n) => sum + y * upstream[n]!, 0);
            expectClose(read(gradients[i]!), numericGradient(loss, values[name], 4e-3), 1e-2);
          });
          placed.dispose();
        });
      }),
      { numRuns: 40 },
    );
  });

  it("keeps no tensor and gives the same bytes again, frozen or not", () => {
    const arcs = place(
      [
        [0, 1],
        [1, 0],
        [2, 0],
        [2, 2],
      ],
      3,
    );
    const { h, source, target } = inputs(7, { nodes: 3, heads: 2, width: 9 });
    const once = (frozen: boolean) =>
      tf.tidy(() => {
        const run = attend(arcs, 2, { frozen });
        const given = frozen ? [h] : [h, source, target];
        const gradients = tf.grads((h, s = source, t = target) => run(h, s, t))(given);
        return [run(h, source, target), ...gradients].map((tensor) => Array.from(tensor.dataSync()));
      });
    const first = once(false);
    expect(once(true)).to.deep.equal(first.slice(0, 2));
    const { numTensors } = tf.memory();
    for (let i = 0; i < 20; i++) expect(once(false)).to.deep.equal(first);
    expect(tf.memory().numTensors).to.equal(numTensors);
  });
});
