import { databaseBytes, graphSize, loadingBytes } from "@evenodds/data/internal";
import { expect } from "chai";

const size = { nodes: 0, edges: 0, features: 0, edgeNumbers: 0, directed: true, hasText: false };
const table = (...rows: readonly number[]) => ({
  name: "files",
  columns: [],
  parts: rows.map((count) => ({ name: "file", sql: "file", types: [], sqlColumns: [], rows: count })),
});

describe("graphSize", () => {
  it("adds up the rows of all files, and counts the numbers of edges", () => {
    const edges = { files: [], header: true, ignore: [], source: 0, target: 1, numericIds: false } as const;
    const rules = { directed: false, duplicates: "merge", unmatched: "drop" } as const;
    const card = { edges: { ...edges, ...rules, edgeWeight: "w" } };
    expect(graphSize(table(3, 4), table(5, 6), { features: 2, card })).to.deep.equal({
      ...{ nodes: 7, edges: 11, features: 2, edgeNumbers: 1, directed: false, hasText: false },
    });
    expect(graphSize(table(3), undefined, { features: 2, card })).to.include({ edges: 0 });
  });
});

describe("loadingBytes", () => {
  it("grows with nodes, their features twice over, edges and what they weigh", () => {
    const of = (changes: Partial<typeof size>) => loadingBytes({ ...size, ...changes });
    const perNode = of({ nodes: 1 });
    expect(of({})).to.equal(0);
    expect(of({ nodes: 10, features: 3 })).to.equal(10 * (perNode + 24));
    expect(of({ edges: 10, directed: false })).to.be.above(of({ edges: 10 }));
    expect(of({ edges: 10, edgeNumbers: 1 })).to.be.above(of({ edges: 10 }));
  });

  it("counts the buffers of delimited text", () => {
    expect(loadingBytes({ ...size, hasText: true })).to.equal(120e6);
  });
});

describe("databaseBytes", () => {
  it("is a third of what is left beside the nodes, from 64 MB, or 100 MB for texts, to 2 GB", () => {
    expect(databaseBytes(size, { memory: 1e9, held: 100e6 })).to.equal(300e6);
    expect(databaseBytes(size, { memory: 0, held: 100e6 })).to.equal(64e6);
    expect(databaseBytes({ ...size, hasText: true }, { memory: 0, held: 100e6 })).to.equal(100e6);
    expect(databaseBytes(size, { memory: 1e12, held: 100e6 })).to.equal(2e9);
  });
});
