import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, UsageError } from "@evenodds/core";
import { writeTogether, type Output } from "@evenodds/data";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

/** All files below a folder with their contents, and what empty folders there are. */
async function treeOf(folder: string): Promise<Record<string, string | null>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), entry.isDirectory() ? null : await readFile(path, "utf8")] as const;
    }),
  );
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const file = (path: string, content: string): Output => ({
  path,
  kind: "file",
  write: (beside) => writeFile(beside, content),
});
const folderOf = (path: string, content: string): Output => ({
  path,
  kind: "folder",
  write: (beside) => writeFile(join(beside, "content"), content),
});

describe("writeTogether", () => {
  after(removeTempFolders);
  const older = { "a.txt": "old a", "there/content": "old", "there/mine": "mine" };

  it("puts files and folders in place, in folders that it makes, and leaves nothing else", async () => {
    const place = await tempFolder(older);
    const at = (...names: string[]) => join(place, ...names);
    await writeTogether([
      file(at("a.txt"), "new a"),
      folderOf(at("deep", "er", "new"), "new"),
      folderOf(at("there"), "new"),
      file(at("b.txt"), "new b"),
    ]);
    expect(await treeOf(place)).to.deep.equal({
      ...{ "a.txt": "new a", "b.txt": "new b", deep: null, "deep/er": null, "deep/er/new": null },
      ...{ "deep/er/new/content": "new", there: null, "there/content": "new" },
    });
  });

  it("leaves all as it was where one cannot be made, folders above included", async () => {
    const place = await tempFolder(older);
    const before = await treeOf(place);
    const fault = new TypeError("no such thing");
    const outputs = [
      file(join(place, "a.txt"), "new a"),
      folderOf(join(place, "x", "y", "new"), "new"),
      { ...folderOf(join(place, "there"), ""), write: () => Promise.reject(fault) },
    ];
    expect(await rejection(writeTogether(outputs))).to.equal(fault);
    expect(await treeOf(place)).to.deep.equal(before);
  });

  it("takes everything back where one cannot be put in place", async () => {
    const place = await tempFolder(older);
    const before = await treeOf(place);
    const late = join(place, "late");
    const outputs = [
      file(join(place, "a.txt"), "new a"),
      file(join(place, "b.txt"), "new b"),
      folderOf(join(place, "there"), "new"),
      folderOf(join(place, "new"), "new"),
      // A folder takes the place, which was free when it was looked at.
      { ...file(late, "x"), write: async (beside: string) => writeFile(beside, "x").then(() => mkdir(late)) },
    ];
    const error = await rejection(writeTogether(outputs));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(/expected a file name, found the folder .*late/);
    await rmdir(late);
    expect(await treeOf(place)).to.deep.equal(before);
  });

  it("replaces no folder that came while it was made", async () => {
    const place = await tempFolder();
    const there = join(place, "there");
    const check = async (target: string) => {
      const names = await readdir(target).catch(() => []);
      if (names.length > 0) throw new RangeError("somebody's");
    };
    const write = async (beside: string) => {
      await writeFile(join(beside, "content"), "new");
      await mkdir(there);
      await writeFile(join(there, "mine"), "mine");
    };
    const error = await rejection(writeTogether([{ path: there, kind: "folder", check, write }]));
    expect(error.message).to.equal("somebody's");
    expect(await treeOf(place)).to.deep.equal({ there: null, "there/mine": "mine" });
  });

  it("refuses before anything is made what must not be replaced", async () => {
    const place = await tempFolder(older);
    const before = await treeOf(place);
    const never = () => Promise.reject(new Error("was written"));
    const inTheWay = [
      { ...file(join(place, "x", "b.txt"), ""), write: never },
      { ...file(join(place, "there"), ""), write: never },
    ];
    const error = await rejection(writeTogether(inTheWay));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(/expected a file name, found the folder .*there/);
    const check = () => Promise.reject(new RangeError("not this one"));
    expect((await rejection(writeTogether([{ ...folderOf(join(place, "there"), ""), check }]))).message).to.equal(
      "not this one",
    );
    expect(await treeOf(place)).to.deep.equal(before);
  });

  it("names the place, and not what is written beside it", async function () {
    if (!existsSync("/dev/full")) return skipBecause(this, "only Linux has /dev/full");
    const place = await tempFolder();
    const path = join(place, "p.csv");
    const error = await rejection(
      writeTogether([
        { path, kind: "file", write: (beside) => writeFile(beside, "").then(() => writeFile("/dev/full", "x")) },
      ]),
    );
    expect(error.message).to.equal(
      `${path}: expected a place with room and permission to write, found ENOSPC: no space left on device; ` +
        "make room there, and run it again",
    );
    const beside: string[] = [];
    const throws = (stage: string) => {
      beside.push(stage);
      const complaint = { argument: join(stage, "nodes.csv"), expected: "room", found: "none" };
      return Promise.reject(new InputError(complaint));
    };
    const inside = await rejection(writeTogether([{ ...folderOf(path, ""), write: throws }]));
    expect(inside.message).to.equal(`${join(path, "nodes.csv")}: expected room, found none`);
    expect(existsSync(beside[0]!)).to.equal(false);
  });

  it("passes on that a file which is read meanwhile cannot be read", async () => {
    const place = await tempFolder();
    const write = async () => void (await readFile("/no/such/file"));
    const error = await rejection(writeTogether([{ path: join(place, "p.csv"), kind: "file", write }]));
    expect(error.message).to.match(/ENOENT: no such file or directory, open '\/no\/such\/file'/);
  });

  it("keeps a file whole for its readers while others are put in place", async () => {
    const place = await tempFolder({ "a.txt": "old a" });
    const path = join(place, "a.txt");
    const { ino } = await stat(path);
    const seen: string[] = [];
    const outputs = [file(path, "new a"), file(join(place, "b.txt"), "b")];
    const watch = setInterval(() => seen.push(existsSync(path) ? "there" : "gone"), 0);
    await writeTogether(outputs);
    clearInterval(watch);
    expect(seen).not.to.include("gone");
    expect((await stat(path)).ino).not.to.equal(ino);
  });
});
