import { link, mkdir, symlink } from "node:fs/promises";
import { realPlace } from "@evenodds/cli/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("realPlace", () => {
  const folder = useTempFolder();
  beforeEach(() => folder.write({ "a/file.csv": "x", "b/other.csv": "x" }));
  const keyOf = async (path: string) => (await realPlace(path)).key;

  it("has one key for a file by any path, link or hard link, and another for a copy", async () => {
    await symlink(folder.at("a"), folder.at("link"));
    await symlink("file.csv", folder.at("a/soft.csv"));
    await link(folder.at("a/file.csv"), folder.at("b/hard.csv"));
    const key = await keyOf(folder.at("a/file.csv"));
    for (const path of ["a/../a/file.csv", "nowhere/../a/file.csv", "link/file.csv", "link/soft.csv", "b/hard.csv"]) {
      expect(await keyOf(`${folder.at()}/${path}`), path).to.equal(key);
    }
    expect(await keyOf(folder.at("b/other.csv"))).not.to.equal(key);
  });

  it("has one key for what is not there yet, through links, links to nothing and names that some disks take for one", async () => {
    await symlink(folder.at("a"), folder.at("link"));
    await symlink("../a/new/x.xml", folder.at("b/dangling"));
    const key = await keyOf(folder.at("a/new/x.xml"));
    for (const path of ["link/new/x.xml", "b/dangling", "a/NEW/X.xml", "a/new/more/../x.xml"]) {
      expect(await keyOf(`${folder.at()}/${path}`), path).to.equal(key);
    }
    expect(await keyOf(folder.at("a/\u00e9"))).to.equal(await keyOf(folder.at("a/e\u0301")));
    for (const path of ["a/new", "b/new/x.xml", "a/new/x.xml/y"]) {
      expect(await keyOf(folder.at(path)), path).not.to.equal(key);
    }
  });

  it("knows all folders above, those that are not there too, and what kind of thing is there", async () => {
    await mkdir(folder.at("a/deep"));
    const place = await realPlace(folder.at("a/deep/new/x.xml"));
    expect(place.kind).to.equal(null);
    const above = ["a/deep/new", "a/deep", "a", "."].map((path) => keyOf(folder.at(path)));
    expect(place.above.slice(0, 4)).to.deep.equal(await Promise.all(above));
    expect((await realPlace(folder.at("a"))).kind).to.equal("folder");
    expect((await realPlace(folder.at("a/file.csv"))).kind).to.equal("file");
    expect((await realPlace("/dev/null")).kind).to.equal("other");
    expect((await realPlace("/")).above).to.deep.equal([]);
  });

  it("ends where links lead in a circle", async () => {
    await symlink("y", folder.at("x"));
    await symlink("x", folder.at("y"));
    expect((await realPlace(folder.at("x"))).kind).to.equal(null);
  });
});
