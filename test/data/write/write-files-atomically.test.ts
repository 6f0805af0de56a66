import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, ModelError, UsageError } from "@evenodds/core";
import { writeFilesAtomically } from "@evenodds/data";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

/** Files and their contents, as `write` is to make them. */
type Contents = Readonly<Record<string, string>>;

const writing = (contents: Contents) => async (folder: string) => {
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
};

/** All files of a folder with their contents. */
async function contentsOf(folder: string): Promise<Contents> {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
}

describe("writeFilesAtomically", () => {
  after(removeTempFolders);
  const both = { "m.onnx": "new model", "m.onnx.data": "new data" };
  const older = { "m.onnx": "old model", "m.onnx.data": "old data", other: "kept" };

  it("puts files into a folder that it makes, and returns what was made of them", async () => {
    const folder = join(await tempFolder(), "a", "b");
    const write = async (stage: string) => {
      await writing(both)(stage);
      return (await readdir(stage)).sort();
    };
    const result = await writeFilesAtomically(join(folder, "m.onnx"), { write });
    expect(result).to.deep.equal(["m.onnx", "m.onnx.data"]);
    expect(await contentsOf(folder)).to.deep.equal(both);
  });

  it("replaces what is there and removes what is obsolete, and nothing else", async () => {
    const replaced = await tempFolder(older);
    await writeFilesAtomically(join(replaced, "m.onnx"), { write: writing(both) });
    expect(await contentsOf(replaced)).to.deep.equal({ ...both, other: "kept" });

    const shrunk = await tempFolder(older);
    const write = writing({ "m.onnx": "small" });
    await writeFilesAtomically(join(shrunk, "m.onnx"), { write, obsolete: ["m.onnx.data", "never there"] });
    expect(await contentsOf(shrunk)).to.deep.equal({ "m.onnx": "small", other: "kept" });

    const unrelated = await tempFolder(older);
    await writeFilesAtomically(join(unrelated, "m.onnx"), { write });
    expect(await contentsOf(unrelated)).to.deep.equal({ ...older, "m.onnx": "small" });
  });

  it("leaves everything as it was where writing fails, folders included", async () => {
    const write = async (stage: string) => {
      await writing({ "m.onnx.data": "half of the da" })(stage);
      throw new ModelError({ argument: "proof", expected: "equal logits", found: "others" });
    };
    const folder = await tempFolder(older);
    expect(await rejection(writeFilesAtomically(join(folder, "m.onnx"), { write }))).to.be.instanceOf(ModelError);
    expect(await contentsOf(folder)).to.deep.equal(older);
    await rejection(writeFilesAtomically(join(folder, "new", "deep", "m.onnx"), { write }));
    expect(await contentsOf(folder)).to.deep.equal(older);
  });

  it("puts back what was there where the exchange fails", async () => {
    const folder = await tempFolder({ ...older, "below/file": "" });
    const before = await contentsOf(join(folder, "below"));
    // Files of another folder are not moved: there is no such folder to put them aside in.
    const options = { write: writing(both), obsolete: ["below/file"] };
    const error = await rejection(writeFilesAtomically(join(folder, "m.onnx"), options));
    expect(error).to.be.instanceOf(InputError);
    expect((await readdir(folder)).sort()).to.deep.equal(["below", ...Object.keys(older)]);
    for (const [name, content] of Object.entries(older)) {
      expect(await readFile(join(folder, name), "utf8")).to.equal(content);
    }
    expect(await contentsOf(join(folder, "below"))).to.deep.equal(before);
  });

  it("refuses folders under the names of the files, before and after they are written", async () => {
    const folder = await tempFolder({ "m.onnx": "old model" });
    await mkdir(join(folder, "m.onnx.data"));
    await mkdir(join(folder, "place"));
    const error = await rejection(writeFilesAtomically(join(folder, "m.onnx"), { write: writing(both) }));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(/expected a file name, found the folder .*m\.onnx\.data/);
    const never = () => Promise.reject(new Error("was written"));
    const early = await rejection(writeFilesAtomically(join(folder, "place"), { write: never }));
    expect(early.message).to.match(/found the folder .*place/);
    expect((await readdir(folder)).sort()).to.deep.equal(["m.onnx", "m.onnx.data", "place"]);
    expect(await readFile(join(folder, "m.onnx"), "utf8")).to.equal("old model");
  });

  it("says what the system refuses", async function () {
    if (process.platform !== "linux") return skipBecause(this, "only Linux has /proc and /dev/full");
    const unwritable = await rejection(writeFilesAtomically("/proc/m.onnx", { write: writing(both) }));
    expect(unwritable).to.be.instanceOf(InputError);
    expect(unwritable.message).to.match(
      /^\/proc\/m\.onnx: expected a place with room and permission .*(ENOENT|EACCES|EPERM)/,
    );
    const folder = await tempFolder(older);
    const full = await rejection(
      writeFilesAtomically(join(folder, "m.onnx"), { write: () => writeFile("/dev/full", "data") }),
    );
    expect(full).to.be.instanceOf(InputError);
    expect(full.message).to.match(/room and permission to write, found ENOSPC/);
    expect(await contentsOf(folder)).to.deep.equal(older);
  });

  it("passes faults of the caller on as they are", async () => {
    const fault = new TypeError("no such thing");
    const folder = await tempFolder();
    const error = await rejection(writeFilesAtomically(join(folder, "m"), { write: () => Promise.reject(fault) }));
    expect(error).to.equal(fault);
  });
});
