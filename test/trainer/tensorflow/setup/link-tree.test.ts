import { readFile, rm, stat } from "node:fs/promises";
import { linkTree } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { useTempFolder } from "../support/temp-folder.js";

describe("linkTree", () => {
  const folder = useTempFolder();

  it("gives every file below a folder a second name, which outlives the first", async () => {
    await folder.write("from/a", "one");
    await folder.write("from/b/c", "two");
    await linkTree(folder.at("from"), folder.at("to"));
    if (process.platform !== "win32") expect((await stat(folder.at("to", "a"))).nlink).to.equal(2);
    await rm(folder.at("from"), { recursive: true });
    expect(await readFile(folder.at("to", "a"), "utf8")).to.equal("one");
    expect(await readFile(folder.at("to", "b", "c"), "utf8")).to.equal("two");
  });
});
