import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { makeFolders } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { skipBecause } from "../../support/skip-because.js";

describe("makeFolders", () => {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-folders-"))));
  afterEach(() => rm(folder, { recursive: true }));

  it("makes a folder with those above it, and leaves one that is there", async () => {
    const path = join(folder, "a", "b", "c");
    await makeFolders(path);
    await writeFile(join(path, "file"), "kept");
    await makeFolders(path);
    expect((await stat(join(path, "file"))).size).to.equal(4);
  });

  it("says what the system refuses", async function () {
    if (process.platform !== "linux") return skipBecause(this, "only Linux has /proc");
    const error = await caught(() => makeFolders("/proc/evenodds/test"));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/^\/proc\/evenodds\/test: expected a place with room .* (ENOENT|EACCES|EPERM): /);
  });
});
