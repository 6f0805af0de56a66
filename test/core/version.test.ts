import { readdirSync, readFileSync } from "node:fs";
import { version } from "@evenodds/core";
import { expect } from "chai";

describe("version", () => {
  const packages = new URL("../../packages/", import.meta.url);
  for (const name of ["..", ...readdirSync(packages)]) {
    it(`is that of ${name === ".." ? "the workspace" : name}`, () => {
      const text = readFileSync(new URL(`${name}/package.json`, packages), "utf8");
      expect((JSON.parse(text) as { version: string }).version).to.equal(version);
    });
  }
});
