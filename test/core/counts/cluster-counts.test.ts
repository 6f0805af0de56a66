import { gatherClusters, InputError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

const names = { groups: ["a", "b"], classes: ["0", "1"] };
const entries = (rows: readonly (readonly [cluster: number, cell: number, count: number])[]) => ({
  cluster: Int32Array.from(rows, ([cluster]) => cluster),
  cell: Int32Array.from(rows, ([, cell]) => cell),
  count: Float64Array.from(rows, ([, , count]) => count),
});

describe("gatherClusters", () => {
  it("sorts entries into clusters and cells and adds up pairs that repeat", () => {
    const given = entries([
      [4, 7, 1],
      [0, 3, 2],
      [4, 0, 0.5],
      [0, 3, 1],
    ]);
    const { outcomes, starts, cells, counts } = gatherClusters(given, { ...names, clusterCount: 5 });
    // Clusters 1 to 3 have no entry and do not occur.
    expect(Array.from(starts)).to.deep.equal([0, 1, 3]);
    expect(Array.from(cells)).to.deep.equal([3, 0, 7]);
    expect(Array.from(counts)).to.deep.equal([3, 0.5, 1]);
    expect(Array.from(outcomes.counts)).to.deep.equal([0.5, 0, 0, 3, 0, 0, 0, 1]);
  });

  it("has no cluster without entries", () => {
    const { starts, cells, outcomes } = gatherClusters(entries([]), { ...names, clusterCount: 0 });
    expect([starts.length, cells.length, outcomes.counts.length]).to.deep.equal([1, 0, 8]);
  });

  it("does not depend on the order of entries", () => {
    const row = fc.tuple(fc.nat(6), fc.nat(7), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const gathered = gatherClusters(entries(rows), { ...names, clusterCount: 7 });
        expect(gatherClusters(entries([...rows].reverse()), { ...names, clusterCount: 7 })).to.deep.equal(gathered);
        const total = rows.reduce((sum, [, , count]) => sum + count, 0);
        expect(gathered.counts.reduce((sum, count) => sum + count, 0)).to.equal(total);
      }),
      { numRuns: 50 },
    );
  });

  it("refuses lengths that disagree", () => {
    const given = { ...entries([[0, 0, 1]]), count: new Float64Array(2) };
    expect(() => gatherClusters(given, { ...names, clusterCount: 1 })).to.throw(InputError, /1 clusters.*2 counts/);
  });
});
