import { mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile, mkdir, copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectModel, type AuditReport, type ModelDescription } from "@evenodds/auditor";
import { encodeSafetensors, ModelError, ProofError, Random, UsageError } from "@evenodds/core";
import { onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import type { ExportRunOptions } from "evenodds";
import { importModelFile, optimizeModelFile } from "evenodds/internal/models";
import { exportRun } from "evenodds/internal/training";
import { caught } from "../support/caught.js";
import { runCli } from "../support/fake-terminal.js";
import { trainQuickly, writeLearnable } from "./support/trained-run.js";

/** As for a model of more than 1.5 GB: every weight of 1 KiB goes into the data file. */
const externalFrom = 0;

describe("a model with its weights in a file beside it", () => {
  let home = "";
  let folder = "";
  const at = (...path: string[]) => join(home, ...path);
  const here = (...path: string[]) => join(folder, ...path);
  const exportTo = (out: string, options: Omit<ExportRunOptions, "out"> = {}) =>
    exportRun(at("run"), { out, ...options });
  const single = () => at("single", "model.onnx");

  before(async () => {
    home = await mkdtemp(join(tmpdir(), "evenodds-external-"));
    await writeLearnable(at("graph"));
    await trainQuickly(at("graph"), at("run"), "--hidden", "64");
    await exportTo(single());
  });
  after(() => rm(home, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(home, "test-"));
  });

  async function expectRefusal(args: readonly string[], message: RegExp): Promise<void> {
    const { code, out, log } = await runCli(args);
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(message);
  }

  it("is written by export, proven on what is on the disk, and nothing else is left there", async () => {
    const { bytes, data, proofs } = await exportTo(here("a", "model.onnx"), { externalFrom });
    expect(proofs).to.have.length(5);
    expect((await readdir(here("a"))).sort()).to.deep.equal(["model.onnx", "model.onnx.data"]);
    expect((await stat(here("a", "model.onnx"))).size).to.equal(bytes);
    expect(data).to.deep.equal({ path: "model.onnx.data", bytes: (await stat(here("a", "model.onnx.data"))).size });
    expect(bytes).to.be.below((await stat(single())).size);
    const description = inspectModel(await readFile(here("a", "model.onnx")));
    expect(description.externalFiles).to.deep.equal([data]);
    const { parameters, operators, metadata } = inspectModel(await readFile(single()));
    expect(description).to.deep.include({ parameters, operators, metadata });
  });

  it("is not overwritten by what is made of its model", async () => {
    const model = here("model.onnx");
    await exportTo(model, { externalFrom });
    const data = `${model}.data`;
    const before = await readFile(data);
    await symlink(data, here("link.csv"));
    for (const args of [
      ["optimize", model, "--out", data],
      ["predict", model, at("graph"), "--out", here("link.csv")],
      ["audit", model, at("graph"), "--junit", data],
      ["audit", model, at("graph"), "--summary", here("link.csv")],
    ]) {
      await expectRefusal(args, /: expected a file that is not read, found .*, which is read as data of the model; /);
      expect((await readFile(data)).equals(before)).to.equal(true);
    }
  });

  it("gives the predictions and the report of the single file", async () => {
    const model = here("model.onnx");
    await exportTo(model, { externalFrom });
    for (const [from, to] of [
      [single(), "single.csv"],
      [model, "double.csv"],
    ] as const) {
      const { code, log } = await runCli(["predict", from, at("graph"), "--out", here(to)]);
      expect(code, log.join("\n")).to.equal(0);
    }
    expect(await readFile(here("double.csv"), "utf8")).to.equal(await readFile(here("single.csv"), "utf8"));
    const report = async (path: string) => {
      const { code, out, log } = await runCli(["audit", path, at("graph"), "--split", "test", "--json"]);
      expect(code, log.join("\n")).to.equal(0);
      return JSON.parse(out) as AuditReport;
    };
    const [one, two] = [await report(single()), await report(model)];
    expect(two.attributes).to.deep.equal(one.attributes);
    expect(two.notes.filter((note) => !one.notes.includes(note))).to.deep.equal([
      "Weights of the model are in model.onnx.data beside it; the hash of the model does not cover them.",
    ]);
  });

  it("is described by inspect, with its data or without", async () => {
    const model = here("model.onnx");
    const { data } = await exportTo(model, { externalFrom });
    expect((await runCli(["inspect", model])).out).to.include(`data       model.onnx.data (${data!.bytes} bytes)\n`);
    const json = JSON.parse((await runCli(["inspect", model, "--json"])).out) as ModelDescription;
    expect(json.externalFiles).to.deep.equal([data]);
    await rm(`${model}.data`);
    expect((await runCli(["inspect", model])).out).to.include("data       model.onnx.data (missing)\n");
  });

  it("is optimized, to one file or to two", async () => {
    const model = here("portable.onnx");
    await exportTo(model, { form: "portable", externalFrom });
    const double = await optimizeModelFile(model, { out: here("double.onnx"), graph: at("graph"), externalFrom });
    expect(double.data?.path).to.equal("double.onnx.data");
    expect(double.proofs.map(({ graph }) => graph)).to.include.members(["learnable", "hubs"]);
    const { code, log } = await runCli(["optimize", model, "--out", here("one.onnx")]);
    expect(code, log.join("\n")).to.equal(0);
    expect((await readdir(folder)).sort()).to.deep.equal([
      ...["double.onnx", "double.onnx.data", "one.onnx", "portable.onnx", "portable.onnx.data"],
    ]);
    for (const name of ["double", "one"]) {
      await runCli(["predict", here(`${name}.onnx`), at("graph"), "--out", here(`${name}.csv`)]);
    }
    expect(await readFile(here("double.csv"), "utf8")).to.equal(await readFile(here("one.csv"), "utf8"));
  });

  it("is written by import", async () => {
    const random = Random.of(1, "weights");
    const tensor = (...shape: number[]) => ({
      shape,
      values: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.normal() / 8),
    });
    const state = new Map([
      ["wide.weight", tensor(300, 3)],
      ["wide.bias", tensor(300)],
      ["last.weight", tensor(2, 300)],
      ["last.bias", tensor(2)],
    ]);
    await writeFile(here("state.safetensors"), encodeSafetensors(state, {}));
    const layers = "layers: [{ kind: linear, key: wide }, relu, { kind: linear, key: last }]";
    await writeFile(here("card.yaml"), `label: y\nclasses: [a, b]\nfeatures: [f0, f1, f2]\n${layers}\n`);
    const { data } = await importModelFile(here("state.safetensors"), {
      ...{ model: here("card.yaml"), out: here("model.onnx"), graph: at("graph"), externalFrom },
    });
    // 3,600 bytes, then 1,200 and 2,400 on pages of their own.
    expect(data).to.deep.equal({ path: "model.onnx.data", bytes: 131072 + 2400 });
  });

  it("is refused by every command that runs it where its data are missing, cut off or elsewhere", async () => {
    const model = here("model.onnx");
    await exportTo(model, { form: "portable", externalFrom });
    const runs = [
      ["audit", model, at("graph"), "--split", "test"],
      ["predict", model, at("graph"), "--out", here("p.csv")],
      ["optimize", model, "--out", here("fast.onnx")],
    ];
    const { size } = await stat(`${model}.data`);
    await truncate(`${model}.data`, size - 1);
    for (const run of runs) await expectRefusal(run, /its external data model\.onnx\.data of at least \d+.*cut off/);
    await rm(`${model}.data`);
    for (const run of runs) await expectRefusal(run, /data model\.onnx\.data .*no such file beside it; keep the data/);
    await copyFile(single(), here("elsewhere.data"));
    for (const location of ["../elsewhere.data", here("elsewhere.data")]) {
      await writeFile(model, await placedAt(model, { location }));
      for (const run of [...runs, ["inspect", model]]) {
        await expectRefusal(
          run,
          /model\.onnx: expected a file in the model's folder .*elsewhere\.data"; a model may only/,
        );
      }
    }
  });

  it("is refused by the runtime where a length is not that of the tensor", async () => {
    const model = here("model.onnx");
    await exportTo(model, { externalFrom });
    await writeFile(model, await placedAt(model, { length: "1024" }));
    await expectRefusal(["predict", model, at("graph"), "--out", here("p.csv")], /model: .*ONNX Runtime can load/);
  });

  it("leaves what was there, and nothing new, where the proof fails", async () => {
    const out = here("deep", "model.onnx");
    const failing = () => exportTo(out, { externalFrom, tolerance: 1e-30 });
    expect(await caught(failing)).to.be.instanceOf(ProofError);
    expect(await readdir(folder)).to.deep.equal([]);
    await exportTo(out, { form: "portable", externalFrom });
    const before = [await readFile(out), await readFile(`${out}.data`)];
    expect(await caught(failing)).to.be.instanceOf(ProofError);
    expect([await readFile(out), await readFile(`${out}.data`)]).to.deep.equal(before);
    expect((await readdir(here("deep"))).sort()).to.deep.equal(["model.onnx", "model.onnx.data"]);
  });

  it("takes the data file of the model that it replaces with it, and no other", async () => {
    const out = here("model.onnx");
    await exportTo(out, { externalFrom });
    await exportTo(out);
    expect(await readdir(folder)).to.deep.equal(["model.onnx"]);
    expect((await readFile(out)).equals(await readFile(single()))).to.equal(true);
    await writeFile(`${out}.data`, "of somebody else");
    await exportTo(out);
    expect(await readFile(`${out}.data`, "utf8")).to.equal("of somebody else");
    await writeFile(out, "no model");
    await exportTo(out);
    expect(await readFile(`${out}.data`, "utf8")).to.equal("of somebody else");
    const { data } = await exportTo(out, { externalFrom });
    expect((await stat(`${out}.data`)).size).to.equal(data!.bytes);
  });

  it("is not written where a folder is in the way of the data", async () => {
    await mkdir(here("model.onnx.data"));
    const error = await caught(() => exportTo(here("model.onnx"), { externalFrom }));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(/expected a file to write, found the folder .*model\.onnx\.data/);
    expect(await readdir(folder)).to.deep.equal(["model.onnx.data"]);
  });
});

/** The model at `path` with other entries for the first of its tensors that are outside. */
async function placedAt(path: string, entries: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const model = onnx.ModelProto.decode(await readFile(path));
  const tensor = model.graph!.initializer!.find(({ externalData }) => externalData!.length > 0);
  if (tensor === undefined) throw new ModelError({ argument: path, expected: "a tensor outside", found: "none" });
  tensor.externalData = tensor.externalData!.map(({ key, value }) => ({ key, value: entries[key!] ?? value }));
  return onnx.ModelProto.encode(model).finish();
}
