import { existsSync, readdirSync, readFileSync } from "node:fs";
import { version } from "@evenodds/core";
import { expect } from "chai";

describe("version", () => {
  const packages = new URL("../../packages/", import.meta.url);
  for (const name of ["..", ...readdirSync(packages)]) {
    it(`is that of ${name === ".." ? "the workspace" : name}`, () => {
      expect(versionOf(new URL(`${name}/`, packages))).to.equal(version);
    });
  }
});

/** Of npm's description of a package, or of Python's where it is one for Spark. */
function versionOf(folder: URL): string | undefined {
  const ofNpm = new URL("package.json", folder);
  if (existsSync(ofNpm)) return (JSON.parse(readFileSync(ofNpm, "utf8")) as { version: string }).version;
  return /^version = "(.*)"$/m.exec(readFileSync(new URL("pyproject.toml", folder), "utf8"))?.[1];
}
