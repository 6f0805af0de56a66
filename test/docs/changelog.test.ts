import { expect } from "chai";
import { readPage } from "./support/pages.js";

const releases = readPage("CHANGELOG.md")
  .split(/^## /m)
  .slice(1)
  .map((release) => ({
    title: release.split("\n")[0]!,
    kinds: [...release.matchAll(/^### (.*)$/gm)].map((match) => match[1]!),
    entries: release
      .split(/^- /m)
      .slice(1)
      .map((entry) =>
        entry
          .split(/\n\n|^#/m)[0]!
          .replace(/\s+/g, " ")
          .trim(),
      ),
  }));

describe("CHANGELOG.md", () => {
  it("has releases with kinds of changes, each kind once", () => {
    expect(releases[0]!.title).to.equal("[Unreleased]");
    for (const { title, kinds } of releases) {
      expect(title).to.match(/^\[(Unreleased|\d+\.\d+\.\d+)\]( - \d{4}-\d\d-\d\d)?$/);
      expect(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"], title).to.include.members(kinds);
      expect(new Set(kinds).size, title).to.equal(kinds.length);
    }
  });

  it("says nothing twice, as a merge of both sides would", () => {
    for (const { title, entries } of releases) {
      expect(entries.length, title).to.be.above(0);
      const beginnings = entries.map((entry) => entry.slice(0, 70));
      expect(
        beginnings.filter((one, i) => beginnings.indexOf(one) !== i),
        title,
      ).to.deep.equal([]);
    }
  });
});
