import { louvainCommunities, Random, type Graph } from "@evenodds/core";
import { expect } from "chai";

/** Both arcs of every edge. */
function graph(nodeCount: number, edges: readonly (readonly [number, number])[]): Graph {
  const arcs = edges.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
  return {
    nodeCount,
    source: Int32Array.from(arcs, ([from]) => from),
    target: Int32Array.from(arcs, ([, to]) => to),
    features: new Float32Array(0),
    featureNames: [],
    nodeIds: Array.from({ length: nodeCount }, (_, n) => String(n)),
  };
}

const random = () => Random.of(1, "louvain");
const twoTriangles = graph(7, [
  [0, 1],
  [1, 2],
  [0, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [3, 5],
]);

describe("louvainCommunities", () => {
  it("parts two triangles at the edge between them, and leaves an isolated node alone", async () => {
    const { community, count, modularity } = await louvainCommunities(twoTriangles, { random: random() });
    expect(Array.from(community)).to.deep.equal([0, 0, 0, 1, 1, 1, 2]);
    expect(count).to.equal(3);
    // 6 of 7 edges lie within, each triangle has 7 of 14 ends: 6/7 − 2 · (7/14)².
    expect(modularity).to.be.closeTo(6 / 7 - 0.5, 1e-12);
  });

  it("parts a ring of dense blocks, the same way for a seed", async () => {
    const edges: [number, number][] = [];
    for (let block = 0; block < 10; block++) {
      for (let a = 0; a < 8; a++) for (let b = 0; b < a; b++) edges.push([block * 8 + a, block * 8 + b]);
      edges.push([block * 8, (block * 8 + 9) % 80]);
    }
    const once = await louvainCommunities(graph(80, edges), { random: random() });
    expect(Array.from(once.community)).to.deep.equal(Array.from({ length: 80 }, (_, n) => Math.floor(n / 8)));
    expect(await louvainCommunities(graph(80, edges), { random: random() })).to.deep.equal(once);
  });

  it("makes smaller communities with a higher resolution", async () => {
    const fine = await louvainCommunities(twoTriangles, { random: random(), resolution: 20 });
    expect(fine.count).to.equal(7);
  });

  it("counts arcs in both directions, repeated ones again, and self loops not at all", async () => {
    // 1 and 2 are tied by four arcs, 0 to 1 and 2 to 3 by one each; the loop of 0 adds nothing.
    const arcs = {
      ...graph(4, []),
      source: Int32Array.of(0, 0, 1, 2, 1, 2, 2),
      target: Int32Array.of(0, 1, 2, 1, 2, 1, 3),
    };
    const { community } = await louvainCommunities(arcs, { random: random() });
    expect(community[1]).to.equal(community[2]);
  });

  it("finds what the library finds in a graph of its own", async () => {
    const { UndirectedGraph } = await import("graphology");
    const { default: found } = await import("graphology-communities-louvain");
    const louvain = found as unknown as typeof found.default;
    for (let seed = 0; seed < 20; seed++) {
      const draw = Random.of(seed, "graph");
      const nodes = 30 + draw.integer(40);
      const end = () => Int32Array.from({ length: 150 }, () => draw.integer(nodes));
      const arcs = { ...graph(nodes, []), source: end(), target: end() };
      const own = new UndirectedGraph<object, { weight: number }>();
      for (let node = 0; node < nodes; node++) own.addNode(node);
      arcs.source.forEach((from, e) => {
        const to = arcs.target[e]!;
        if (from === to) return;
        const edge = own.edge(from, to) ?? own.addEdge(from, to, { weight: 0 });
        own.updateEdgeAttribute(edge, "weight", (weight) => weight! + 1);
      });
      const rng = random();
      const expected = louvain.detailed(own, { rng: () => rng.uniform(), getEdgeWeight: "weight", resolution: 1.3 });
      const { community, count, modularity } = await louvainCommunities(arcs, { random: random(), resolution: 1.3 });
      const numbers = new Map<number, number>();
      for (let node = 0; node < nodes; node++) {
        const name = expected.communities[node]!;
        if (!numbers.has(name)) numbers.set(name, numbers.size);
        expect(community[node]).to.equal(numbers.get(name));
      }
      expect([count, modularity]).to.deep.equal([numbers.size, expected.modularity]);
    }
  });

  it("takes every node of a graph without arcs for a community", async () => {
    const { community, count, modularity } = await louvainCommunities(graph(3, []), { random: random() });
    expect([Array.from(community), count, modularity]).to.deep.equal([[0, 1, 2], 3, null]);
  });
});
