import { compressRows, Random, type Graph } from "@evenodds/core";
import { cutNeighbourhood } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";

/**
 * Node 0 with `direct` neighbours, each of which has `far` of its own; labels are node numbers, so that nodes are
 * known.
 */
function tree(direct: number, far: number): Graph {
  const arcs: [number, number][] = [];
  let next = direct + 1;
  for (let n = 1; n <= direct; n++) {
    arcs.push([0, n], [n, 0]);
    for (let i = 0; i < far; i++, next++) arcs.push([n, next], [next, n]);
  }
  return graphOf(
    arcs,
    Array.from({ length: next }, () => [0]),
  );
}

function cut(graph: Graph, limit: number, { seed = 1, node = 0 } = {}) {
  const label = Int32Array.from({ length: graph.nodeCount }, (_, n) => n);
  const group = label.map((n) => (n === 1 ? -1 : n % 2));
  const rows = compressRows(graph.target, graph.source, graph.nodeCount);
  return cutNeighbourhood(rows, { node, limit, random: Random.of(seed, "cut"), label, group });
}

describe("cutNeighbourhood", () => {
  it("keeps everything that fits, the node first, with each link once", () => {
    const { nodes, links, omittedDirect, omittedSecond } = cut(tree(2, 1), 5);
    expect(nodes).to.deep.equal([
      { hop: 0, label: 0, group: 0 },
      { hop: 1, label: 1, group: -1 },
      { hop: 1, label: 2, group: 0 },
      { hop: 2, label: 3, group: 1 },
      { hop: 2, label: 4, group: 0 },
    ]);
    expect(links).to.deep.equal([
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 4],
    ]);
    expect([omittedDirect, omittedSecond]).to.deep.equal([0, 0]);
  });

  it("keeps all direct neighbours before any of the second hop", () => {
    const { nodes, omittedDirect, omittedSecond } = cut(tree(6, 5), 10);
    expect(nodes.map(({ hop }) => hop)).to.deep.equal([0, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
    expect([omittedDirect, omittedSecond]).to.deep.equal([0, 27]);
  });

  it("draws a part of the direct neighbours of a hub, different for another seed", () => {
    const hub = tree(500, 0);
    const { nodes, links, omittedDirect } = cut(hub, 60);
    expect(nodes).to.have.length(60);
    expect(new Set(nodes.map(({ label }) => label)).size).to.equal(60);
    expect(links).to.have.length(59);
    expect(omittedDirect).to.equal(441);
    expect(cut(hub, 60)).to.deep.equal(cut(hub, 60));
    expect(cut(hub, 60, { seed: 2 }).nodes).not.to.deep.equal(nodes);
  });

  it("draws every second-hop node equally often", () => {
    const times = new Map<number, number>();
    for (let seed = 0; seed < 400; seed++) {
      const last = cut(tree(1, 4), 3, { seed }).nodes[2]!.label;
      times.set(last, (times.get(last) ?? 0) + 1);
    }
    expect([...times.keys()].sort()).to.deep.equal([2, 3, 4, 5]);
    for (const count of times.values()) expect(count).to.be.within(65, 135);
  });

  it("has one link for arcs of both directions and repeated ones, none for a self loop, and room for one node", () => {
    const graph = graphOf(
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 0],
      ],
      [[0], [0]],
    );
    expect(cut(graph, 5).links).to.deep.equal([[0, 1]]);
    const alone = cut(graph, 1);
    expect(alone.nodes).to.have.length(1);
    expect([alone.links.length, alone.omittedDirect]).to.deep.equal([0, 1]);
  });
});
