import { Random, UsageError } from "@evenodds/core";
import { mixedEdges } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";

/** Edges of each kind, counted on the arcs. */
function countEdges(
  { source, target }: { readonly source: Int32Array; readonly target: Int32Array },
  { group, label }: { readonly group: Int32Array; readonly label: Int32Array },
) {
  const same = (code: Int32Array) => source.filter((s, e) => code[s] === code[target[e]!]).length / 2;
  return { sameGroup: same(group), sameLabel: same(label) };
}

describe("mixedEdges", () => {
  it("places exactly as many edges within groups and labels as asked for, each once and both ways", () => {
    const drawn = fc.record({
      seed: fc.integer(),
      edges: fc.integer({ min: 0, max: 60 }),
      group: fc.double({ min: 0, max: 1, noNaN: true }),
      label: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    // 60 nodes in six cells of 10: every kind has at least 150 pairs.
    const group = Int32Array.from({ length: 60 }, (_, i) => i % 2);
    const label = Int32Array.from({ length: 60 }, (_, i) => i % 3);
    fc.assert(
      fc.property(drawn, ({ seed, edges, ...share }) => {
        const [sameGroup, sameLabel] = [Math.round(share.group * edges), Math.round(share.label * edges)];
        const arcs = mixedEdges(Random.of(seed, "t"), {
          edges,
          sameGroup,
          sameLabel,
          group,
          label,
          classes: 3,
          degreeExponent: 3,
        });
        expect(countEdges(arcs, { group, label })).to.deep.equal({ sameGroup, sameLabel });
        const keys = new Set([...arcs.source].map((s, e) => s * 60 + arcs.target[e]!));
        expect(keys.size).to.equal(2 * edges);
        for (const key of keys) expect(keys.has((key % 60) * 60 + Math.floor(key / 60))).to.equal(true);
        expect([...arcs.source].some((s, e) => s === arcs.target[e])).to.equal(false);
      }),
      { numRuns: 40 },
    );
  });

  it("gives every node an edge where there are enough", () => {
    const group = Int32Array.from({ length: 500 }, (_, i) => i % 2);
    const label = new Int32Array(500);
    const mix = { edges: 500, sameGroup: 250, sameLabel: 500, group, label, classes: 1, degreeExponent: 2.1 };
    const { source } = mixedEdges(Random.of(3, "t"), mix);
    expect(new Set(source).size).to.equal(500);
    expect(new Set(mixedEdges(Random.of(3, "t"), { ...mix, edges: 499, sameLabel: 499 }).source).size).to.be.below(500);
  });

  it("refuses edges of a kind that no pair has", () => {
    const group = Int32Array.of(0, 0, 0, 1, 1, 1);
    const label = new Int32Array(6);
    const mix = { edges: 4, sameGroup: 2, sameLabel: 0, group, label, classes: 1, degreeExponent: 3 };
    expect(() => mixedEdges(Random.of(1, "t"), mix)).to.throw(UsageError, /4, of which 0 could be placed/);
  });
});
