import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { cacheFolder } from "@evenodds/core";
import { expect } from "chai";

describe("cacheFolder", () => {
  it("takes EVENODDS_CACHE, then XDG_CACHE_HOME, then the home folder", () => {
    expect(cacheFolder({ EVENODDS_CACHE: "/a", XDG_CACHE_HOME: "/b" })).to.equal(resolve("/a"));
    expect(cacheFolder({ XDG_CACHE_HOME: "/b" })).to.equal(resolve("/b/evenodds"));
    expect(cacheFolder({})).to.equal(join(homedir(), ".cache", "evenodds"));
    expect(cacheFolder({ EVENODDS_CACHE: "", XDG_CACHE_HOME: "" })).to.equal(join(homedir(), ".cache", "evenodds"));
  });

  it("is absolute, from wherever it is named", () => {
    expect(cacheFolder({ EVENODDS_CACHE: "here" })).to.equal(resolve("here"));
  });
});
