import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError, UsageError } from "@evenodds/core";
import { openEngine, parseTrainingOptions, RunFolder, train, type RunConfig } from "@evenodds/trainer";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { learnableGraph } from "../../support/tiny-graphs.js";

describe("RunFolder", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "evenodds-run-"))));
  afterEach(() => rm(folder, { recursive: true }));

  const options = parseTrainingOptions({ method: "eqgnn", sensitive: "group", hidden: 4, epochs: 6 });
  const config: RunConfig = { graph: "/graphs/tiny", sha256: "00", engine: "wasm", options };

  it("keeps config, history, checkpoint, model and summary, and nothing half-written", async () => {
    const path = join(folder, "new", "run");
    const run = await RunFolder.create(path, config);
    const result = await train({ ...learnableGraph(), name: "tiny", sha256: "00" }, options, {
      engine: await openEngine("wasm"),
      onCheckpoint: (state, history) => run.saveCheckpoint(state, history),
    });
    await run.saveResult(result);
    expect((await readdir(path)).sort()).to.deep.equal([
      "checkpoint.safetensors",
      "config.json",
      "history.csv",
      "model.safetensors",
      "summary.json",
    ]);
    const opened = await RunFolder.open(path);
    expect(opened.config).to.deep.equal(config);
    expect(await opened.folder.loadModel()).to.deep.equal(result.model);
    const checkpoint = await opened.folder.loadCheckpoint();
    expect(checkpoint!.state.epoch).to.equal(6);
    expect(checkpoint!.history).to.deep.equal(result.history);
  });

  it("does not start a second run over a first one", async () => {
    await RunFolder.create(folder, config);
    const error = await caught(() => RunFolder.create(folder, config));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.contain("--resume");
  });

  it("starts in a new or empty folder alone", async () => {
    await RunFolder.checkNew(folder);
    await RunFolder.checkNew(join(folder, "new"));
    await writeFile(join(folder, "notes.txt"), "mine");
    const error = await caught(() => RunFolder.create(folder, config));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(/new or empty folder.*found .* with "notes\.txt" in it/);
    expect(await readdir(folder)).to.deep.equal(["notes.txt"]);
  });

  it("names a config that is damaged", async () => {
    await writeFile(join(folder, "config.json"), '{"graph": ');
    const error = await caught(() => RunFolder.open(folder));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/config\.json: expected the settings of a run/);
  });

  it("says what is missing from a folder that holds no run, or one that is not finished", async () => {
    expect(await caught(() => RunFolder.open(join(folder, "nothing")))).to.be.instanceOf(InputError);
    const run = await RunFolder.create(folder, config);
    expect(await run.loadCheckpoint()).to.equal(null);
    expect((await caught(() => run.loadModel())).message).to.contain("finished run");
  });

  it("removes its own files alone", async () => {
    await RunFolder.create(folder, config);
    await writeFile(join(folder, "notes.txt"), "mine");
    await writeFile(join(folder, "checkpoint.safetensors.new"), "cut off");
    await RunFolder.remove(folder);
    expect(await readdir(folder)).to.deep.equal(["notes.txt"]);
  });
});
