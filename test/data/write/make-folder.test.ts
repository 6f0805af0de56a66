import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { makeFolder } from "@evenodds/data";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

describe("makeFolder", () => {
  after(removeTempFolders);

  it("makes a folder with those above it, and leaves one that is there", async () => {
    const path = join(await tempFolder(), "a", "b", "c");
    await makeFolder(path);
    await writeFile(join(path, "file"), "kept");
    await makeFolder(path);
    expect((await stat(join(path, "file"))).size).to.equal(4);
  });

  it("names a file that is in the way", async () => {
    const folder = await tempFolder({ file: "" });
    for (const [path, found] of [
      [join(folder, "file"), /expected a folder, found a file;/],
      [join(folder, "file", "a", "b"), /expected a folder, found a file in its path/],
    ] as const) {
      const error = await rejection(makeFolder(path));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.match(found);
    }
  });

  it("gives up where a file system takes no folder", async function () {
    if (process.platform !== "linux") return skipBecause(this, "only Linux has /proc");
    expect((await rejection(makeFolder("/proc/evenodds/test"))).message).to.match(/ENOENT|EACCES|EPERM/);
  });
});
