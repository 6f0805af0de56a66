import { folderSize } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("folderSize", () => {
  const folder = useTempFolder();

  it("adds up all files below a folder", async () => {
    await folder.write("a/one", "123");
    await folder.write("a/b/two", "12345");
    expect(await folderSize(folder.at("a"))).to.equal(8);
  });

  it("is 0 without a folder", async () => {
    expect(await folderSize(folder.at("nothing"))).to.equal(0);
  });
});
