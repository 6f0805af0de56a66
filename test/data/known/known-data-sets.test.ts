import { join } from "node:path";
import { UsageError } from "@evenodds/core";
import { knownDataSet, knownDataSetNames, knownDataSets, readCard } from "@evenodds/data";
import { locateKnownCard } from "@evenodds/data/internal";
import { expect } from "chai";

describe("knownDataSets", () => {
  it("have distinct names and cards of that name", () => {
    const names = knownDataSets.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    expect(names).to.deep.equal(knownDataSetNames);
    for (const known of knownDataSets) {
      const { card } = locateKnownCard(known, "/nowhere");
      expect(card.name).to.equal(known.name);
      expect([card.license, card.citation, card.description], known.name).not.to.include(undefined);
      expect(card.nodes.sensitive.map(({ name }) => name)).to.deep.equal([known.sensitive]);
      const paths = [...card.nodes.files, ...card.edges.files].map(({ path }) => path);
      const made = known.derived === undefined ? [] : [known.derived.name];
      const there = [...known.files.map((file) => file.name), ...made];
      expect(there, known.name).to.include.members(paths);
    }
  });

  it("have a checksum and a source of every file", () => {
    for (const { name, files } of knownDataSets) {
      for (const file of files) {
        for (const { source, sha256, gitBlob } of file.copies) {
          expect(source, name).to.match(/\w/);
          expect(sha256 ?? gitBlob, file.name).to.match(/^[0-9a-f]{64}$|^[0-9a-f]{40}$|^[0-9a-f]{8}$/);
        }
      }
    }
  });

  it("have edges that add up", () => {
    for (const { name, statistics } of knownDataSets) {
      const { edges, interGroupEdges, intraGroupEdges, groups = {}, nodes = Infinity, groupRatio } = statistics;
      const sizes = Object.values(groups);
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        name,
      ).to.be.at.most(nodes);
      if (interGroupEdges === undefined || name === "dblp") continue;
      expect(interGroupEdges + intraGroupEdges!, name).to.equal(edges);
      if (groupRatio !== undefined && sizes.length > 0) {
        expect(Math.max(...sizes) / Math.min(...sizes), name).to.be.closeTo(groupRatio, 0.005);
      }
    }
  });

  it("have the rules of the samples", async () => {
    for (const name of ["nba", "german", "bail"]) {
      const sample = (await readCard(join(import.meta.dirname, "../../../samples", name))).card;
      const { card } = locateKnownCard(knownDataSet(name), "/nowhere");
      expect({ ...sample.nodes, files: [] }, name).to.deep.equal({ ...card.nodes, files: [] });
      // Whole numbers in Parquet need no rule.
      const numericIds = name === "bail" ? false : card.edges.numericIds;
      expect({ ...sample.edges, files: [] }, name).to.deep.equal({ ...card.edges, files: [], numericIds });
    }
  });
});

describe("knownDataSet", () => {
  it("names near matches", () => {
    expect(() => knownDataSet("pokec-gender")).to.throw(
      UsageError,
      /did you mean "pokec-z-gender" or "pokec-n-gender"/,
    );
  });
});
