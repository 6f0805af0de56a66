import { join } from "node:path";
import { digestFile } from "@evenodds/data/internal";
import { expect } from "chai";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

describe("digestFile", () => {
  it("has the ids that git hash-object and sha256sum give", async () => {
    const folder = await tempFolder({ "hello.txt": "hello\n", "empty.txt": "" });
    expect(await digestFile(join(folder, "hello.txt"))).to.deep.equal({
      bytes: 6,
      sha256: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
      gitBlob: "ce013625030ba8dba906f756967f9e9ca394464a",
    });
    expect((await digestFile(join(folder, "empty.txt"))).gitBlob).to.equal("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  });

  it("reads files larger than a chunk", async () => {
    const content = Buffer.alloc(3 * 1024 * 1024 + 1, "x");
    const digest = await digestFile(join(await tempFolder({ "large.bin": content }), "large.bin"));
    expect(digest.bytes).to.equal(content.length);
    expect(digest.sha256).to.equal("d7e5697503e2fe5e59e91384af0f8566f4269f6fb21d6d31a66d61196fe4f0ae");
  });
});
