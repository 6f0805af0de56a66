import { compressRows, type Graph } from "@evenodds/core";
import { twoHopSearch } from "@evenodds/experiments/internal";
import { expect } from "chai";
import fc from "fast-check";
import { graphOf, randomGraph } from "../../support/tiny-graphs.js";

const rowsOf = ({ target, source, nodeCount }: Graph) => compressRows(target, source, nodeCount);
const path = (arcs: [number, number][], nodes = 5) =>
  rowsOf(
    graphOf(
      arcs,
      Array.from({ length: nodes }, () => [0]),
    ),
  );

describe("twoHopSearch", () => {
  it("finds direct neighbours and those one hop further, not the node itself", () => {
    const both: [number, number][] = [0, 1, 2, 3].flatMap((a): [number, number][] => [
      [a, a + 1],
      [a + 1, a],
    ]);
    const search = twoHopSearch(path(both));
    expect({ ...search(0) }).to.deep.equal({ direct: Int32Array.of(1), second: Int32Array.of(2) });
    expect({ ...search(2) }).to.deep.equal({ direct: Int32Array.of(1, 3), second: Int32Array.of(0, 4) });
    expect({ ...search(2) }).to.deep.equal({ direct: Int32Array.of(1, 3), second: Int32Array.of(0, 4) });
  });

  it("counts no self loop and no arc twice, and goes against the arcs", () => {
    const arcs: [number, number][] = [
      [0, 0],
      [1, 0],
      [1, 0],
      [2, 1],
      [2, 0],
      [0, 3],
    ];
    const search = twoHopSearch(path(arcs));
    expect({ ...search(0) }).to.deep.equal({ direct: Int32Array.of(1, 2), second: Int32Array.of() });
    expect({ ...search(3) }).to.deep.equal({ direct: Int32Array.of(0), second: Int32Array.of(1, 2) });
    expect({ ...search(4) }).to.deep.equal({ direct: Int32Array.of(), second: Int32Array.of() });
  });

  it("agrees with sets on any graph, whatever was searched before", () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const graph = randomGraph(seed, { nodes: 10, arcs: 18 });
        const sourcesOf = (node: number) =>
          new Set([...graph.source].filter((_, e) => graph.target[e] === node).filter((source) => source !== node));
        const search = twoHopSearch(rowsOf(graph));
        for (let node = 0; node < graph.nodeCount; node++) {
          const direct = sourcesOf(node);
          const second = new Set([...direct].flatMap((one) => [...sourcesOf(one)]));
          for (const one of [node, ...direct]) second.delete(one);
          const found = search(node);
          expect([...found.direct].sort()).to.deep.equal([...direct].sort());
          expect([...found.second].sort()).to.deep.equal([...second].sort());
        }
      }),
      { numRuns: 50 },
    );
  });
});
