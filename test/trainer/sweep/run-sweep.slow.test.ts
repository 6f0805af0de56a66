import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashGraph, InputError, InterruptedError, Random, UsageError } from "@evenodds/core";
import {
  encodeRecord,
  parseGrid,
  plannedRuns,
  planSweep,
  runSweep,
  splitForTraining,
  type FinishedRun,
  type SweepRecord,
  type TrainingData,
} from "@evenodds/trainer";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { nativeIsExpected, noNativeLibrary } from "../../support/on-engines.js";
import { skipBecause } from "../../support/skip-because.js";
import { quickly, tinyData, trainHere } from "./tiny-sweep.js";

const data = tinyData();
const plan = planSweep({ base: quickly, grid: parseGrid(["method=gcn,eqgnn"]), seeds: [1, 2] });
const keys = plannedRuns(plan).map(({ key }) => key);
const engine = "wasm";

function texts(records: readonly SweepRecord[]): string {
  return records.map(encodeRecord).join("");
}

describe("runSweep", () => {
  let folder = "";
  beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), "evenodds-sweep-")), "sweep")));
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));
  const runFiles = async () => (await readdir(join(folder, "runs"))).sort();

  it("gives bit by bit what training one after another gives, on one thread and on two", async () => {
    const alone = await trainHere(data, plan);
    for (const workers of [1, 2]) {
      expect(texts(await runSweep(data, { plan, engine, workers })), `${workers} workers`).to.equal(texts(alone));
    }
    const [first] = alone;
    expect(first).to.deep.include({ key: "method=gcn,seed=1", seed: 1, epochs: 6, status: "finished" });
    expect(first!.test.nodes).to.equal(12);
    expect(first!.test.counts!.counts.reduce((a, b) => a + b)).to.equal(12);
  });

  it("does so with TensorFlow too", async function () {
    if (!nativeIsExpected()) skipBecause(this, noNativeLibrary);
    const alone = await trainHere(data, plan, "tensorflow");
    expect(texts(await runSweep(data, { plan, engine: "tensorflow", workers: 2 }))).to.equal(texts(alone));
  });

  it("begins runs seed by seed and keeps each as soon as it is done", async () => {
    const started: string[] = [];
    const kept: string[][] = [];
    await runSweep(data, {
      ...{ plan, engine, workers: 1, folder },
      onStart: ({ key }) => started.push(key),
      onRecord: async () => void kept.push(await runFiles()),
    });
    expect(started).to.deep.equal([
      "method=gcn,seed=1",
      "method=eqgnn,seed=1",
      "method=gcn,seed=2",
      "method=eqgnn,seed=2",
    ]);
    expect(kept.map(({ length }) => length)).to.deep.equal([1, 2, 3, 4]);
    expect(kept[0]).to.deep.equal(["method=gcn,seed=1.json"]);
  });

  it("goes on where it was stopped, to the same records", async () => {
    const whole = await runSweep(data, { plan, engine, workers: 2 });
    const stop = new AbortController();
    const stopped = await caught(() =>
      runSweep(data, { plan, engine, workers: 1, folder, signal: stop.signal, onRecord: () => stop.abort() }),
    );
    expect(stopped).to.be.instanceOf(InterruptedError);
    expect(stopped.message).to.match(/3 runs left; the same command continues/);
    expect(await runFiles()).to.deep.equal(["method=gcn,seed=1.json"]);

    const started: string[] = [];
    let done = -1;
    const records = await runSweep(data, {
      ...{ plan, engine, workers: 2, folder },
      onReady: (sweep) => void (done = sweep.done.length),
      onStart: ({ key }) => started.push(key),
    });
    expect(done).to.equal(1);
    expect(started).to.not.include("method=gcn,seed=1");
    expect(texts(records)).to.equal(texts(whole));
    // With nothing left no thread is started.
    expect(texts(await runSweep(data, { plan, engine, workers: 2, folder }))).to.equal(texts(whole));
  });

  it("stops a run in progress after its epoch, and does not keep it", async () => {
    const long = planSweep({ base: { ...quickly, epochs: 1_000_000, patience: 1_000_000 }, grid: {}, seeds: [1, 2] });
    const stop = new AbortController();
    const error = await caught(() =>
      runSweep(data, { plan: long, engine, workers: 2, folder, signal: stop.signal, onStart: () => stop.abort() }),
    );
    expect(error).to.be.instanceOf(InterruptedError);
    expect(error.message).to.match(/2 runs left/);
    expect(await runFiles()).to.deep.equal([]);
  });

  it("records runs that throw as failed, and goes on", async () => {
    const wild = planSweep({ base: quickly, grid: parseGrid(["learning-rate=0.001,1e30"]), seeds: [1, 2] });
    const records = await runSweep(data, { plan: wild, engine, workers: 2, folder });
    expect(records.map(({ key, status }) => [key, status])).to.deep.equal([
      ["learning-rate=0.001,seed=1", "finished"],
      ["learning-rate=0.001,seed=2", "finished"],
      ["learning-rate=1e+30,seed=1", "failed"],
      ["learning-rate=1e+30,seed=2", "failed"],
    ]);
    const failed = records[2]!;
    if (failed.status !== "failed") throw new Error("expected a failed run");
    expect(failed.error.code).to.equal("model");
    expect(failed.error.message).to.match(/expected a finite validation loss/);

    const again: string[] = [];
    const onStart = ({ key }: { key: string }) => void again.push(key);
    await runSweep(data, { plan: wild, engine, workers: 1, folder, onStart });
    expect(again).to.deep.equal([]);
    const retried = await runSweep(data, { plan: wild, engine, workers: 1, folder, onStart, retryFailed: true });
    expect(again).to.deep.equal(["learning-rate=1e+30,seed=1", "learning-rate=1e+30,seed=2"]);
    expect(texts(retried)).to.equal(texts(records));
  });

  it("records a fault with its message", async () => {
    const broken = { ...data, graph: { ...data.graph, features: new Float32Array(0) } };
    const [record] = await runSweep(broken, { plan, engine, workers: 1 });
    if (record?.status !== "failed") throw new Error("expected a failed run");
    expect(record.error.code).to.equal("fault");
    expect(record.error.message).to.not.equal("");
  });

  it("names the difference to what the folder was begun with", async () => {
    await runSweep(data, { plan, engine, workers: 1, folder });
    const other = async (asked: Partial<Parameters<typeof runSweep>[1]>, from = data) =>
      caught(() => runSweep(from, { plan, engine, workers: 1, folder, ...asked }));
    const withBase = (base: object, seeds = [1, 2]) =>
      planSweep({ base: { ...quickly, ...base }, grid: parseGrid(["method=gcn,eqgnn"]), seeds });
    for (const [error, message] of [
      [await other({ plan: withBase({}, [1, 2, 3]) }), /‘seeds’ 1,2\), found ‘seeds’ 1,2,3; repeat the command/],
      [await other({ plan: withBase({ epochs: 7 }) }), /‘epochs’ 6\), found ‘epochs’ 7/],
      [await other({ plan: withBase({ heldOutLabels: "visible" }) }), /‘heldOutLabels’ "hidden"\), found .*"visible"/],
      [await other({ engine: "auto" }), /‘engine’ wasm\), found ‘engine’ auto/],
      [
        await other({ plan: planSweep({ base: quickly, grid: {}, seeds: [1, 2] }) }),
        /the settings method=gcn method=eqgnn\)/,
      ],
      [await other({}, tinyData({ seed: 2 })), /a graph with hash [0-9a-f]{12}\), found a graph with hash/],
    ] as const) {
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.match(message);
    }
  });

  it("refuses a folder of something else, and files that are no runs of it", async () => {
    const elsewhere = join(folder, "..");
    await writeFile(join(elsewhere, "notes.txt"), "");
    const foreign = await caught(() => runSweep(data, { plan, engine, workers: 1, folder: elsewhere }));
    expect(foreign).to.be.instanceOf(UsageError);
    expect(foreign.message).to.match(/new or empty folder, or one of a sweep, found .* with "notes\.txt"/);

    await runSweep(data, { plan, engine, workers: 1, folder });
    const file = (key: string) => join(folder, "runs", `${key}.json`);
    await writeFile(file(keys[0]!), await readFile(file(keys[1]!)));
    const swapped = await caught(() => runSweep(data, { plan, engine, workers: 1, folder }));
    expect(swapped).to.be.instanceOf(InputError);
    expect(swapped.message).to.match(
      /expected the run method=gcn,seed=1, found the run method=gcn,seed=2; remove the file/,
    );
    await writeFile(file(keys[0]!), "{");
    const cut = await caught(() => runSweep(data, { plan, engine, workers: 1, folder }));
    expect(cut.message).to.match(/expected a run of a sweep .*remove the file, and the run is made again/);
    await writeFile(join(folder, "sweep.json"), "{}");
    const plain = await caught(() => runSweep(data, { plan, engine, workers: 1, folder }));
    expect(plain.message).to.match(/sweep\.json: expected the plan of a sweep/);
  });

  it("writes nothing where data and plan do not fit, or the engine does not start", async () => {
    const misnamed = planSweep({ base: { ...quickly, sensitive: "grop" }, grid: {}, seeds: [1] });
    const column = await caught(() => runSweep(data, { plan: misnamed, engine, workers: 1, folder }));
    expect(column).to.be.instanceOf(InputError);
    expect(column.message).to.match(/"grop"; did you mean "group"/);
    const loss = planSweep({ base: { ...quickly, taskLoss: "squared-error" }, grid: {}, seeds: [1] });
    expect((await caught(() => runSweep(data, { plan: loss, engine, workers: 1, folder }))).message).to.match(
      /‘taskLoss’/,
    );
    const unknown = await caught(() => runSweep(data, { plan, engine: "wasn", workers: 1, folder }));
    expect(unknown).to.be.instanceOf(UsageError);
    expect(unknown.message).to.match(/did you mean "wasm"/);
    expect(existsSync(folder)).to.equal(false);
  });

  it("learns a number", async () => {
    const target = Float64Array.from(data.nodes.label, (y, n) => y + n / 100);
    const nodes = {
      ...data.nodes,
      label: data.nodes.label.map(() => 0),
      classes: [],
      target: { name: "label", value: target },
    };
    const numeric = { ...data, nodes, sha256: hashGraph(data.graph, nodes) };
    const [record] = await trainHere(numeric, plan);
    expect(record!.test.counts).to.equal(null);
    expect(record!.test.errors!.groups).to.deep.equal(["group 0", "group 1"]);
    expect(record!.test.errors!.n.reduce((a, b) => a + b)).to.equal(12);
    expect(record!.test.nodes).to.equal(12);
  });

  it("lets labels and attributes of test nodes influence nothing but test outcomes", async () => {
    const all = planSweep({
      base: { ...quickly, epochs: 12 },
      grid: parseGrid(["method=gcn,debias,fairgnn,eqgnn", "discriminator-loss=permutation,paired"]),
      seeds: [1],
    });
    const validationOf = (records: readonly FinishedRun[]) =>
      records.map((record) => {
        const { test, graph, ...rest } = record;
        return { ...rest, hasTest: test.nodes > 0 && graph.name !== "" };
      });
    const plainRecords = await trainHere(data, all);
    const movedRecords = await trainHere(shuffledTest(data), all);
    expect(validationOf(movedRecords)).to.deep.equal(validationOf(plainRecords));
    expect(texts(movedRecords)).to.not.equal(texts(plainRecords));

    // The same with labels visible, as in the official code, moves a run with a discriminator on a graph.
    const visible = planSweep({ base: { ...quickly, epochs: 12, heldOutLabels: "visible" }, grid: {}, seeds: [1] });
    const [seen] = validationOf(await trainHere(data, visible));
    const [moved] = validationOf(await trainHere(shuffledTest(data), visible));
    expect(moved!.validationLoss).to.not.equal(seen!.validationLoss);
  });
});

/** Deals labels and attributes of the test nodes of seed 1 anew among them. */
function shuffledTest(from: TrainingData): TrainingData {
  const [{ options }] = plannedRuns(planSweep({ base: quickly, grid: {}, seeds: [1] })) as [
    ReturnType<typeof plannedRuns>[0],
  ];
  const { test } = splitForTraining(from, options);
  const dealt = (codes: Int32Array, stream: string) => {
    const order = Random.of(1, stream).shuffle(test.slice());
    const result = codes.slice();
    test.forEach((node, i) => (result[node] = codes[order[i]!]!));
    return result;
  };
  const [attribute] = from.nodes.sensitive;
  const nodes = {
    ...from.nodes,
    label: dealt(from.nodes.label, "labels"),
    sensitive: [{ ...attribute!, code: dealt(attribute!.code, "attributes") }],
  };
  return { ...from, nodes, sha256: hashGraph(from.graph, nodes) };
}
