import {
  arcRows,
  meanAggregation,
  sumAggregation,
  symmetricNormalization,
  type Graph,
  type PropagationMatrix,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { expectClose } from "../../support/expect-close.js";
import { densePropagation, graphOf, listedByWeight, randomGraph, weighted } from "../../support/tiny-graphs.js";

/** Multiplies the sparse form out into a dense matrix, row by row. */
function expandMatrix({ incoming, rowFactor, columnFactor, self, nodeCount }: PropagationMatrix): number[] {
  const dense = Array.from({ length: nodeCount }, (_, t) => {
    const row = new Array<number>(nodeCount).fill(0);
    row[t]! += rowFactor[t]! * self * columnFactor[t]!;
    for (let e = incoming.pointer[t]!; e < incoming.pointer[t + 1]!; e++) {
      const s = incoming.column[e]!;
      row[s]! += rowFactor[t]! * (incoming.weight?.[e] ?? 1) * columnFactor[s]!;
    }
    return row;
  });
  return dense.flat();
}

/** Node 1 is reached twice from 0 and once from 2; node 0 from itself; node 2 from nobody. */
const threeNodes = () =>
  graphOf(
    [
      [0, 1],
      [2, 1],
      [0, 1],
      [0, 0],
    ],
    [[0], [0], [0]],
  );

describe("meanAggregation", () => {
  it("divides by the number of arcs into a node, and is 0 where there are none", () => {
    const expected = [1, 0, 0, 2 / 3, 0, 1 / 3, 0, 0, 0];
    expectClose(expandMatrix(meanAggregation(arcRows(threeNodes()))), expected, 1e-7);
  });
});

describe("matrices over arcs with weights", () => {
  const matrices = {
    symmetricNormalization,
    meanAggregation,
    sumAggregation: (arcs: ReturnType<typeof arcRows>) => sumAggregation(arcs, { self: 1.5 }),
  };
  for (const [name, matrix] of Object.entries(matrices)) {
    it(`${name} counts an arc of weight w as w arcs, and one of weight 0 as none`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 40 }), (seed, arcs) => {
          const { edgeWeight, ...graph } = weighted(randomGraph(seed, { nodes: 8, arcs, features: 1 }), seed);
          const whole = { ...graph, edgeWeight: edgeWeight!.map((weight) => 2 * weight) };
          expectClose(expandMatrix(matrix(arcRows(whole))), expandMatrix(matrix(arcRows(listedByWeight(whole)))), 1e-6);
        }),
        { numRuns: 50 },
      );
    });
  }

  it("has by hand: weights ½ and 1½ into node 1 are a quarter and three quarters of a mean", () => {
    const graph = { ...threeNodes(), edgeWeight: Float32Array.of(0.5, 1.5, 0, 0) };
    expectClose(expandMatrix(meanAggregation(arcRows(graph))), [0, 0, 0, 0.25, 0, 0.75, 0, 0, 0], 1e-7);
    // Node 1 has degree 2 and itself.
    const third = [1, 0, 0, 0.5 / Math.sqrt(3), 1 / 3, 1.5 / Math.sqrt(3), 0, 0, 1];
    expectClose(expandMatrix(symmetricNormalization(arcRows(graph))), third, 1e-7);
  });
});

describe("sumAggregation", () => {
  it("counts arcs, and the node itself as often as asked", () => {
    const sums = (self: number) => expandMatrix(sumAggregation(arcRows(threeNodes()), { self }));
    expect(sums(0)).to.deep.equal([1, 0, 0, 2, 0, 1, 0, 0, 0]);
    expect(sums(1.5)).to.deep.equal([2.5, 0, 0, 2, 1.5, 1, 0, 0, 1.5]);
  });
});

describe("symmetricNormalization", () => {
  const expand = (graph: Graph) => expandMatrix(symmetricNormalization(arcRows(graph)));

  it("is a third everywhere on a triangle: each degree is 2, plus itself", () => {
    const arcs = [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => b !== a).map((b) => [a, b] as const));
    expectClose(expand(graphOf(arcs, [[0], [0], [0]])), new Array<number>(9).fill(1 / 3), 1e-7);
  });

  it("is the identity without arcs", () => {
    expect(expand(graphOf([], [[0], [0]]))).to.deep.equal([1, 0, 0, 1]);
  });

  it("equals D^-1/2 (A + I) D^-1/2 on any graph", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 60 }), (seed, arcs) => {
        const graph = randomGraph(seed, { nodes: 8, arcs, features: 1 });
        expectClose(expand(graph), densePropagation(graph).flat(), 1e-6);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps the transpose in `outgoing`", () => {
    const arcs = [
      [0, 1],
      [0, 2],
    ] as const;
    const { outgoing } = symmetricNormalization(arcRows(graphOf(arcs, [[0], [0], [0]])));
    expect(Array.from(outgoing.pointer)).to.deep.equal([0, 2, 2, 2]);
    expect(Array.from(outgoing.column)).to.deep.equal([1, 2]);
  });
});
