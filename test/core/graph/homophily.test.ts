import { homophily, Random } from "@evenodds/core";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";

const both = (pairs: [number, number][]) =>
  pairs.flatMap(([a, b]): [number, number][] => [
    [a, b],
    [b, a],
  ]);
const rows = (n: number) => Array.from({ length: n }, () => [0]);

describe("homophily", () => {
  it("is the share of arcs that join like to like", () => {
    // Groups 0, 0, 1, 1; edges 0-1 and 2-3 within, 1-2 between: 4 of 6 arcs. Half of all ends in each group: (4/6 −
    // 1/2) / (1/2).
    const graph = graphOf(
      both([
        [0, 1],
        [2, 3],
        [1, 2],
      ]),
      rows(4),
    );
    const { arcs, edge, adjusted } = homophily(graph, Int32Array.of(0, 0, 1, 1));
    expect([arcs, edge]).to.deep.equal([6, 4 / 6]);
    expect(adjusted).to.be.closeTo(1 / 3, 1e-12);
  });

  it("is adjusted to 1 where only like is joined to like, and to −1 on an even cycle of two colours", () => {
    expect(
      homophily(
        graphOf(
          both([
            [0, 1],
            [2, 3],
          ]),
          rows(4),
        ),
        Int32Array.of(0, 0, 1, 1),
      ).adjusted,
    ).to.equal(1);
    const cycle = graphOf(
      both([
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
      ]),
      rows(4),
    );
    expect(homophily(cycle, Int32Array.of(0, 1, 0, 1))).to.deep.include({ edge: 0, adjusted: -1 });
  });

  it("is adjusted to about 0 for categories drawn at random, however unequal", () => {
    const random = Random.of(1, "homophily");
    const pairs = Array.from({ length: 4000 }, (): [number, number] => [random.integer(400), random.integer(400)]);
    const code = Int32Array.from({ length: 400 }, () => (random.uniform() < 0.9 ? 0 : 1));
    const { edge, adjusted } = homophily(graphOf(both(pairs), rows(400)), code);
    expect(edge).to.be.above(0.75);
    expect(adjusted).to.be.closeTo(0, 0.05);
  });

  it("leaves out self loops and unknown ends, and is undefined where nothing is left", () => {
    const graph = graphOf(
      [
        [0, 0],
        [0, 1],
        [1, 2],
      ],
      rows(3),
    );
    expect(homophily(graph, Int32Array.of(0, 0, -1))).to.deep.equal({ arcs: 1, edge: 1, adjusted: null });
    expect(homophily(graph, Int32Array.of(0, -1, -1))).to.deep.equal({ arcs: 0, edge: null, adjusted: null });
  });
});
