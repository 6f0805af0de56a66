import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { exchangeFiles } from "@evenodds/data/internal";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

describe("exchangeFiles", () => {
  after(removeTempFolders);
  const files = { m: "old m", "m.data": "old data", "stage/m": "new m", "stage/m.data": "new data" };
  const textOf = (folder: string, name: string) => readFile(join(folder, name), "utf8");

  it("takes everything back where the last file does not come", async () => {
    const folder = await tempFolder(files);
    const [stage, aside] = [join(folder, "stage"), join(folder, "aside")];
    await rm(join(stage, "m"));
    const work = exchangeFiles({ fresh: ["m.data", "m"], former: ["m", "m.data"], stage, aside, folder });
    expect((await rejection(work)).message).to.match(/ENOENT/);
    expect([await textOf(folder, "m"), await textOf(folder, "m.data")]).to.deep.equal(["old m", "old data"]);
    expect(await textOf(folder, "stage/m.data")).to.equal("new data");
    expect(existsSync(aside)).to.equal(false);
  });

  it("replaces a single file in one step", async () => {
    const folder = await tempFolder(files);
    const [stage, aside] = [join(folder, "stage"), join(folder, "aside")];
    await exchangeFiles({ fresh: ["m"], former: ["m"], stage, aside, folder });
    expect([await textOf(folder, "m"), await textOf(folder, "m.data")]).to.deep.equal(["new m", "old data"]);
  });
});
