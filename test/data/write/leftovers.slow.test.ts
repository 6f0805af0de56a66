import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeLeftovers, temporaryName } from "@evenodds/data/internal";
import { expect } from "chai";

/** The number of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

describe("removeLeftovers", () => {
  let folder = "";
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-left-"))));
  afterEach(() => rm(folder, { recursive: true }));

  const leftBy = (pid: number, main: string) => temporaryName(main).replace(`-${process.pid}-`, `-${pid}-`);
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
    const own = temporaryName("p.csv");
    const foreign = leftBy(endedProcess(), "p.csv").replace(/^\.evenodds-[0-9a-f]{6}/, ".evenodds-zzzzzz");
    for (const name of [own, foreign]) await writeFile(join(folder, name), "half");
    await removeLeftovers(folder, "p.csv");
    expect(await names()).to.deep.equal([own, foreign].sort());
  });

  it("puts former files back where the new ones never came, and removes them where they did", async () => {
    const gone = endedProcess();
    const aside = `${leftBy(gone, "model.onnx")}-former`;
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
    const old = `${leftBy(endedProcess(), "graph")}-old`;
    await mkdir(join(folder, old));
    await writeFile(join(folder, old, "graph.yaml"), "former");
    await removeLeftovers(folder, "graph");
    expect(await names()).to.deep.equal(["graph"]);
    await mkdir(join(folder, old));
    await removeLeftovers(folder, "graph");
    expect(await names()).to.deep.equal(["graph"]);
    expect(await readFile(join(folder, "graph", "graph.yaml"), "utf8")).to.equal("former");
  });

  it("takes a folder that is not there for an empty one", async () => {
    await removeLeftovers(join(folder, "nowhere"), "p.csv");
    expect(await names()).to.deep.equal([]);
  });
});
