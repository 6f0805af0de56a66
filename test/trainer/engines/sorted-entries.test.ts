import { arcRows, symmetricNormalization } from "@evenodds/core";
import { equalEntries, sortedEntries } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { densePropagation, graphOf, randomGraph } from "../../support/tiny-graphs.js";

describe("sortedEntries", () => {
  it("lists the cells of Â once each, by row and column, repeated arcs and self loops added up", () => {
    for (let seed = 0; seed < 20; seed++) {
      const graph = randomGraph(seed, { nodes: 8, arcs: 5 * seed });
      const matrix = symmetricNormalization(arcRows(graph));
      const { coordinates, values } = sortedEntries(matrix.outgoing, matrix);
      const cells = densePropagation(graph).flatMap((row, t) =>
        row.flatMap((value, s) => (value === 0 ? [] : [{ t, s, value }])),
      );
      expect(values).to.have.length(cells.length);
      cells.forEach(({ t, s, value }, k) => {
        expect(Array.from(coordinates.subarray(4 * k, 4 * k + 4))).to.deep.equal([t, 0, s, 0]);
        expect(values[k]).to.be.closeTo(value, 1e-6);
      });
    }
  });

  it("is the identity without arcs", () => {
    const matrix = symmetricNormalization(arcRows(graphOf([], [[1], [1]])));
    expect(Array.from(sortedEntries(matrix.outgoing, matrix).values)).to.deep.equal([1, 1]);
  });
});

describe("equalEntries", () => {
  const both = (arcs: [number, number][]) => {
    const matrix = symmetricNormalization(arcRows(graphOf(arcs, [[1], [1], [1]])));
    return equalEntries(sortedEntries(matrix.outgoing, matrix), sortedEntries(matrix.incoming, matrix));
  };

  it("finds an undirected graph to be its own transpose, in whatever order its arcs come", () => {
    const arcs: [number, number][] = [
      [2, 0],
      [0, 1],
      [1, 0],
      [0, 2],
    ];
    expect(both(arcs)).to.equal(true);
    expect(both(arcs.slice(1))).to.equal(false);
  });
});
