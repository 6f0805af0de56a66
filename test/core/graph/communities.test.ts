import { communities, Random } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { graphOf, randomGraph } from "../../support/tiny-graphs.js";

const rows = (n: number) => Array.from({ length: n }, () => [0]);
const clique = (nodes: number[]) =>
  nodes.flatMap((a) => nodes.filter((b) => b > a).map((b): [number, number] => [a, b]));

describe("communities", () => {
  it("finds two cliques that one edge joins, and leaves an isolated node alone", () => {
    const graph = graphOf([...clique([0, 1, 2, 3, 4]), ...clique([5, 6, 7, 8, 9]), [4, 5]], rows(11));
    const { community, count } = communities(graph, { random: Random.of(1, "communities") });
    expect(count).to.equal(3);
    expect(Array.from(community)).to.deep.equal([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
  });

  it("is a function of the random stream", () => {
    const graph = randomGraph(4, { nodes: 60, arcs: 120 });
    const find = () => Array.from(communities(graph, { random: Random.of(3, "communities") }).community);
    expect(find()).to.deep.equal(find());
  });

  it("gives every node one community, each connected, numbered by first node", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 60 }), (seed, arcs) => {
        const graph = randomGraph(seed, { nodes: 30, arcs });
        const { community, count } = communities(graph, { random: Random.of(seed, "communities") });
        expect([...new Set(community)]).to.deep.equal(Array.from({ length: count }, (_, c) => c));
        for (let c = 0; c < count; c++) {
          const members = [...community.keys()].filter((node) => community[node] === c);
          const reached = new Set([members[0]!]);
          for (let grown = true; grown;) {
            grown = false;
            graph.source.forEach((s, e) => {
              const t = graph.target[e]!;
              if (community[s] !== c || community[t] !== c || reached.has(s) === reached.has(t)) return;
              reached.add(s).add(t);
              grown = true;
            });
          }
          expect(reached.size).to.equal(members.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
