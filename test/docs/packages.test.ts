import { existsSync } from "node:fs";
import { join } from "node:path";
import { version } from "@evenodds/core";
import { expect } from "chai";
import { readPage, root } from "./support/pages.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly author: string;
  readonly type: string;
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly publishConfig: { readonly access: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const workspace = JSON.parse(readPage("package.json")) as Manifest & { readonly workspaces: readonly string[] };
const manifests = workspace.workspaces.map((folder) => ({
  folder,
  manifest: JSON.parse(readPage(`${folder}/package.json`)) as Manifest,
}));
const isOurs = (name: string) => manifests.some(({ manifest }) => manifest.name === name);

describe("package.json of every package", () => {
  for (const { folder, manifest } of manifests) {
    it(`says in ${folder} what the package is, and ships license and page`, () => {
      expect(manifest.description).to.match(/^\S.{20,120}$/);
      expect(manifest.keywords.length).to.be.at.least(4);
      expect(new Set(manifest.keywords).size).to.equal(manifest.keywords.length);
      expect(manifest).to.deep.include({ license: "Apache-2.0", author: "The evenodds authors", type: "module" });
      expect(manifest.engines).to.deep.equal(workspace.engines);
      expect(manifest.files).to.include.members(["LICENSE", "dist", "src"]);
      expect(manifest.publishConfig.access).to.equal("public");
      expect(readPage(`${folder}/LICENSE`)).to.equal(readPage("LICENSE"));
      expect(readPage(`${folder}/README.md`)).to.match(/^# \S/);
      expect(readPage(`${folder}/README.md`).split("\n")[0]).to.equal(`# ${manifest.name}`);
    });

    it(`of ${folder} names only files that are there once it is built`, () => {
      for (const file of manifest.files.filter((name) => name !== "dist"))
        expect(existsSync(join(root, folder, file)), file).to.equal(true);
      for (const [path, paths] of Object.entries(manifest.exports)) {
        if (typeof paths === "string") {
          expect(existsSync(join(root, folder, paths)), paths).to.equal(true);
          continue;
        }
        const source = paths["@evenodds/source"]!;
        expect(existsSync(join(root, folder, source)), source).to.equal(true);
        // What tests alone look at is not built for anybody.
        if (path === "./internal" && folder !== "packages/evenodds") {
          expect(Object.keys(paths)).to.deep.equal(["@evenodds/source"]);
          continue;
        }
        expect(paths.default).to.equal(source.replace("./src/", "./dist/").replace(/\.ts$/, ".js"));
        expect(paths.types).to.equal(source.replace("./src/", "./dist/").replace(/\.ts$/, ".d.ts"));
      }
    });
  }

  it("has the version of all the others, and depends on exactly that one", () => {
    expect(workspace.version).to.equal(version);
    for (const { folder, manifest } of manifests) {
      expect(manifest.version, folder).to.equal(version);
      const ours = Object.entries(manifest.dependencies ?? {}).filter(([name]) => isOurs(name));
      for (const [name, wanted] of ours) expect(wanted, `${folder}: ${name}`).to.equal(version);
    }
  });

  it("stands after all that it depends on, so that workspaces are published in order", () => {
    const names = manifests.map(({ manifest }) => manifest.name);
    // The library brings the command along, which is built on it.
    const isBrought = (by: string, name: string) => by === "evenodds" && name === "@evenodds/cli";
    manifests.forEach(({ manifest }, at) => {
      const needs = Object.keys(manifest.dependencies ?? {}).filter((name) => !isBrought(manifest.name, name));
      for (const name of needs.filter(isOurs))
        expect(names.indexOf(name), `${manifest.name} needs ${name}`).to.be.below(at);
    });
  });
});
