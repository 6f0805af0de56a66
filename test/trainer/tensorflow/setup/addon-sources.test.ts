import { addonSources } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("addonSources", () => {
  const folder = useTempFolder();

  it("lists the C++ files of all folders that exist, and hashes their headers too", async () => {
    const b = await folder.write("first/b.cc", "b");
    const a = await folder.write("first/a.cc", "a");
    const c = await folder.write("second/c.cc", "c");
    await folder.write("second/c.h", "1");
    const folders = ["first", "nothing", "second"].map((name) => folder.at(name));
    const { files, sha256 } = await addonSources(folders);
    expect(files).to.deep.equal([a, b, c]);
    expect((await addonSources(folders)).sha256).to.equal(sha256);
    await folder.write("second/c.h", "2");
    expect((await addonSources(folders)).sha256).not.to.equal(sha256);
  });
});
