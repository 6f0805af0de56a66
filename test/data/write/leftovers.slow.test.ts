import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { identityOf, removeLeftovers, temporaryId, temporaryPaths, type TemporaryPaths } from "@evenodds/data/internal";
import { expect } from "chai";

/** The number of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

describe("removeLeftovers", () => {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-left-"))));
  afterEach(() => rm(folder, { recursive: true }));

  const nameOf = (main: string, role: keyof TemporaryPaths = "stage") => basename(temporaryPaths(main)[role]);
  const leftBy = (pid: number, main: string, role?: keyof TemporaryPaths) =>
    nameOf(main, role).replace(`-${process.pid}-`, `-${pid}-`);
  const names = async () => (await readdir(folder)).sort();

  it("removes files and folders of processes that have ended, for this name alone", async () => {
    const gone = endedProcess();
    await writeFile(join(folder, leftBy(gone, "p.csv")), "half");
    await mkdir(join(folder, leftBy(gone, "p.csv")));
    const other = leftBy(gone, "q.csv");
    await writeFile(join(folder, other), "half");
    await writeFile(join(folder, ".hidden-p.csv"), "somebody's");
    await removeLeftovers(folder, "p.csv");
    expect(await names()).to.deep.equal([other, ".hidden-p.csv"].sort());
  });

  it("leaves what a process that is there writes, and what another machine's does", async () => {
    const own = nameOf("p.csv");
    const foreign = leftBy(endedProcess(), "p.csv").replace(/^\.evenodds-[0-9a-f]{6}/, ".evenodds-zzzzzz");
    for (const name of [own, foreign]) await writeFile(join(folder, name), "half");
    await removeLeftovers(folder, "p.csv");
    expect(await names()).to.deep.equal([own, foreign].sort());
  });

  it("puts former files back where the new ones never came, and removes them where they did", async () => {
    const gone = endedProcess();
    const aside = leftBy(gone, "model.onnx", "former");
    const fill = async () => {
      await mkdir(join(folder, aside));
      await writeFile(join(folder, aside, "model.onnx"), "former");
      await writeFile(join(folder, aside, "model.onnx.data"), "former data");
    };
    await fill();
    await removeLeftovers(folder, "model.onnx");
    expect(await names()).to.deep.equal(["model.onnx", "model.onnx.data"]);
    expect(await readFile(join(folder, "model.onnx"), "utf8")).to.equal("former");
    await writeFile(join(folder, "model.onnx"), "new");
    await fill();
    await removeLeftovers(folder, "model.onnx");
    expect(await names()).to.deep.equal(["model.onnx", "model.onnx.data"]);
    expect(await readFile(join(folder, "model.onnx"), "utf8")).to.equal("new");
  });

  it("puts a former folder back where nothing took its place", async () => {
    const old = leftBy(endedProcess(), "graph", "old");
    await mkdir(join(folder, old));
    await writeFile(join(folder, old, "graph.yaml"), "former");
    await removeLeftovers(folder, "graph");
    expect(await names()).to.deep.equal(["graph"]);
    await mkdir(join(folder, old));
    await removeLeftovers(folder, "graph");
    expect(await names()).to.deep.equal(["graph"]);
    expect(await readFile(join(folder, "graph", "graph.yaml"), "utf8")).to.equal("former");
  });

  it("takes a place whose name ends like that of something aside for what it is", async () => {
    const stage = join(folder, leftBy(endedProcess(), "graph-old"));
    await mkdir(stage);
    await removeLeftovers(folder, "graph");
    expect(existsSync(stage)).to.equal(true);
    await removeLeftovers(folder, "graph-old");
    expect(await names()).to.deep.equal([]);
  });

  describe("of what was to be put in place together", () => {
    /** Leaves the file `a` and the folder `b/c` ready, as a process that has ended did, and returns their paths. */
    async function leaveReady(options: { readonly former?: string | null; readonly records?: string[] } = {}) {
      const { former = null, records = ["a", "b/c"] } = options;
      const id = temporaryId().replace(`-${process.pid}-`, `-${endedProcess()}-`);
      const [a, c] = ["a", "b/c"].map((name) => ({ name, target: join(folder, name) }));
      const [ofA, ofC] = [temporaryPaths(a!.target, id), temporaryPaths(c!.target, id)];
      await mkdir(ofC.stage, { recursive: true });
      await writeFile(join(ofC.stage, "content"), "new c");
      await writeFile(ofA.stage, "new a");
      const places = [
        { target: a!.target, former },
        { target: c!.target, former: null },
      ];
      const content = JSON.stringify({ places });
      if (records.includes("a")) await writeFile(ofA.record, content);
      if (records.includes("b/c")) await writeFile(ofC.record, content);
      return { ofA, ofC, a: a!.target, c: c!.target, content };
    }
    const all = async () => (await readdir(folder, { recursive: true })).sort();

    it("puts all of it in place, whichever place is looked at, and says so", async () => {
      for (const [where, main] of [
        [folder, "a"],
        [join(folder, "b"), "c"],
      ] as const) {
        const { a, c } = await leaveReady();
        expect(await removeLeftovers(where, main)).to.deep.equal([a, c]);
        expect(await all()).to.deep.equal(["a", "b", "b/c", "b/c/content"]);
        expect(await readFile(a, "utf8")).to.equal("new a");
        for (const name of ["a", "b"]) await rm(join(folder, name), { recursive: true });
      }
    });

    it("puts the rest in place where some of it is there already", async () => {
      const { ofA, a, c } = await leaveReady();
      await rename(ofA.stage, a);
      expect(await removeLeftovers(folder, "a")).to.deep.equal([c]);
      expect(await all()).to.deep.equal(["a", "b", "b/c", "b/c/content"]);
    });

    it("replaces what was to be replaced, and nothing that came since", async () => {
      const target = join(folder, "a");
      await writeFile(target, "former");
      await leaveReady({ former: await identityOf(target) });
      await removeLeftovers(folder, "a");
      expect(await readFile(target, "utf8")).to.equal("new a");
      await rm(join(folder, "b"), { recursive: true });
      const { c } = await leaveReady({ former: "another" });
      expect(await removeLeftovers(folder, "a")).to.deep.equal([c]);
      expect(await readFile(target, "utf8")).to.equal("new a");
      await writeFile(target, "somebody's");
      await rm(join(folder, "b"), { recursive: true });
      await leaveReady({ former: null });
      await removeLeftovers(folder, "a");
      expect(await readFile(target, "utf8")).to.equal("somebody's");
      expect(await all()).to.deep.equal(["a", "b", "b/c", "b/c/content"]);
    });

    it("removes it where not all of it was ready", async () => {
      const { ofA, content } = await leaveReady({ records: ["b/c"] });
      await writeFile(ofA.record, content.slice(0, 9));
      expect(await removeLeftovers(folder, "a")).to.deep.equal([]);
      expect(await removeLeftovers(join(folder, "b"), "c")).to.deep.equal([]);
      expect(await all()).to.deep.equal(["b"]);
    });

    it("moves nothing but what was made for the places that a record names", async () => {
      const { ofA } = await leaveReady();
      await writeFile(join(folder, "secret"), "secret");
      const places = [
        { target: join(folder, "a"), former: null },
        { target: join(folder, "secret"), former: null, stage: join(folder, "secret") },
      ];
      await writeFile(ofA.record, JSON.stringify({ places }));
      await removeLeftovers(folder, "a");
      expect(await readFile(join(folder, "secret"), "utf8")).to.equal("secret");
    });
  });

  it("takes a folder that is not there for an empty one", async () => {
    await removeLeftovers(join(folder, "nowhere"), "p.csv");
    expect(await names()).to.deep.equal([]);
  });
});
