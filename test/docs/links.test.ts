import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { allPages, anchors, prose, readPage, root } from "./support/pages.js";

describe("links of the documentation", () => {
  for (const page of allPages()) {
    it(`of ${page} lead somewhere`, () => {
      const targets = [...prose(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
      expect(targets.map((target) => problem(page, target)).filter((found) => found !== null)).to.deep.equal([]);
    });
  }

  it("are told apart from dead ones", () => {
    expect(problem("README.md", "docs/nothing.md")).to.equal("docs/nothing.md: no such file");
    expect(problem("README.md", "docs/cli.md#nothing")).to.equal("docs/cli.md#nothing: no such heading");
    expect(problem("docs/cli.md", "../README.md#exit-codes")).to.equal(null);
  });
});

function problem(page: string, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [path, anchor] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), path!));
  if (!existsSync(join(root, file))) return `${target}: no such file`;
  if (anchor === undefined) return null;
  const known = statSync(join(root, file)).isFile() && anchors(readPage(file)).has(anchor);
  return known ? null : `${target}: no such heading`;
}
