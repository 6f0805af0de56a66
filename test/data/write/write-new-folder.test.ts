import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { writeNewFolder } from "@evenodds/data";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { useTempFolder } from "../../cli/support/temp-folder.js";

describe("writeNewFolder", () => {
  const folder = useTempFolder();

  it("puts the files in place, and says so", async () => {
    expect(await writeNewFolder(folder.at("1"), { a: "one", b: "two" })).to.equal(true);
    expect((await readdir(folder.at("1"))).sort()).to.deep.equal(["a", "b"]);
    expect(await readFile(join(folder.at("1"), "b"), "utf8")).to.equal("two");
  });

  it("leaves what is there, and nothing of its own", async () => {
    await writeNewFolder(folder.at("1"), { a: "first" });
    expect(await writeNewFolder(folder.at("1"), { a: "second" })).to.equal(false);
    expect(await readFile(join(folder.at("1"), "a"), "utf8")).to.equal("first");
    expect(await readdir(folder.at("."))).to.deep.equal(["1"]);
  });

  it("lets one of many win that write at once", async () => {
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, i) => writeNewFolder(folder.at("1"), { a: String(i) })),
    );
    expect(won.filter(Boolean)).to.have.length(1);
    expect(await readFile(join(folder.at("1"), "a"), "utf8")).to.equal(String(won.indexOf(true)));
  });

  it("says where the system refuses", async () => {
    await writeFile(folder.at("file"), "");
    const error = await caught(() => writeNewFolder(folder.at("file/1"), { a: "" }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/a place with room and permission to write/);
  });
});
