import { readFile } from "node:fs/promises";
import { reportInFlagWords } from "@evenodds/cli/internal";
import { expect } from "chai";
import {
  auditCounts,
  auditModel,
  auditRegressionModel,
  auditRegressionTable,
  auditTable,
  countOutcomes,
  InputError,
  InterruptedError,
  ModelError,
  predict,
  renderJson,
  UsageError,
  type AuditReport,
  type MemoryGraph,
} from "evenodds";
import { auditCase, featureModel, unequal, type Rows } from "../../cli/support/audit-case.js";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { caught } from "../../support/caught.js";
import { buildModel, floats, linearModel, node } from "../../support/onnx-models.js";

/** The graph of `auditCase(rows)` as a program holds it. */
function inMemory(rows: Rows): MemoryGraph {
  return {
    name: "case",
    nodeIds: rows.map((_, n) => `n${n}`),
    features: rows.map(([, , prediction]) => (prediction === "0" ? [1, 0] : [0, 1])),
    featureNames: ["left", "right"],
    edges: rows.slice(1).map((_, n) => [n, n + 1] as const),
    directed: false,
    label: rows.map(([, label]) => Number(label)),
    classes: [0, 1],
    sensitive: { group: rows.map(([group]) => group) },
  };
}

const settings = { minSupport: 1, draws: 99, maxGap: 0.5 };

describe("auditModel on a table", () => {
  const folder = useTempFolder();
  const model = buildModel({
    inputs: [{ name: "X", type: "FLOAT", shape: ["N", 2] }],
    outputs: [{ name: "logits", type: "FLOAT", shape: ["N", 2] }],
    nodes: [node("MatMul", { from: ["X", "W"], to: ["logits"] })],
    initializers: [floats("W", [2, 2], [1, 0, 0, 1])],
  });
  const rows = Array.from({ length: 40 }, (_, n) => [`r${n}`, n % 2 ? "F" : "M", n % 7, (n * 5) % 9, n % 3 ? 1 : 0]);
  const people = [["id", "sex", "a", "b", "y"], ...rows].map((row) => `${row.join(",")}\n`).join("");

  it("is the audit of the predictions that it makes, and says which columns the model was given", async () => {
    await folder.write({ "people.csv": people });
    const table = { table: folder.at("people.csv"), id: "id", label: "y", sensitive: ["sex"] };
    const report = await auditModel(model, table, settings);
    const predicted = await predict(model, table);
    if (predicted.task !== "classification") throw new Error("classes were expected");
    // By hand: the second class where b is larger.
    expect([...predicted.predicted]).to.deep.equal(rows.map((row) => (Number(row[3]) > Number(row[2]) ? 1 : 0)));
    const lines = rows.map((row, n) => `${row[0]},${row[1]},${row[4]},${predicted.classes[predicted.predicted[n]!]}\n`);
    await folder.write({ "p.csv": `id,sex,y,p\n${lines.join("")}` });
    const columns = { label: "y", prediction: "p", sensitive: ["sex"] };
    const other = await auditTable({ predictions: [folder.at("p.csv")] }, { ...columns, ...settings });
    const [ours, theirs] = [report.attributes[0]!, other.attributes[0]!];
    expect(ours.cells).to.deep.equal(theirs.cells);
    expect(ours.permutation).to.deep.equal(theirs.permutation);
    expect(report.rules).to.deep.equal(other.rules);
    expect(report.model!.inputs).to.deep.equal([{ name: "X", given: "a, b", knownBy: "position" }]);
    expect(report.data).to.deep.include({ nodes: 40, arcs: null });
    expect(report.graph).to.equal(null);
    expect(report.notes.join("\n"))
      .to.match(/^Rows may belong|Rows may belong/m)
      .and.to.match(/X "a", "b" \(by position/);
  });

  it("refuses what only a graph has, and a table without labels", async () => {
    await folder.write({ "people.csv": people });
    const table = { table: folder.at("people.csv"), id: "id", label: "y", sensitive: ["sex"] };
    for (const options of [{ split: "test" }, { cluster: "communities" }] as const) {
      expect(await caught(() => auditModel(model, table, { ...settings, ...options }))).to.be.instanceOf(UsageError);
    }
    const error = await caught(() =>
      auditModel(model, { ...table, label: undefined }, { ...settings, map: { X: "a,b" } }),
    );
    expect(error.message).to.match(/table "people": expected labelled rows, .*‘label’/);
    const clustered = await auditModel(model, table, { ...settings, cluster: "a" });
    expect(clustered.attributes[0]!.clusters!.name).to.equal("a");
  });
});

/** What a report of the command says of its flags. */
function recordedIn(out: string): NonNullable<AuditReport["options"]> {
  return (JSON.parse(out) as AuditReport).options!;
}

describe("auditModel", () => {
  const folder = useTempFolder();
  beforeEach(() => folder.write(auditCase(unequal)));

  it("gives the bytes of the command's report, but for the words for options", async () => {
    const flags = [
      "--min-support",
      "1",
      "--draws",
      "99",
      "--max-gap",
      "0.5",
      "--positive",
      "1",
      "--seed",
      "4",
      "--json",
    ];
    const { out, code } = await runCli(["audit", folder.at("model.onnx"), folder.at("graph"), ...flags]);
    const recorded = recordedIn(out);
    expect(recorded).to.deep.include({ draws: 99, "max-gap": 0.5, positive: "1" });
    const options = { ...settings, positive: "1", seed: 4, recorded };
    const report = await auditModel(folder.at("model.onnx"), folder.at("graph"), options);
    expect(renderJson(reportInFlagWords(report))).to.equal(out);
    expect([report.verdict, code]).to.deep.equal(["violated", 1]);
  });

  it("gives the same for bytes and a graph in memory, but for the names of files", async () => {
    const fromFiles = await auditModel(folder.at("model.onnx"), folder.at("graph"), settings);
    const bytes = await readFile(folder.at("model.onnx"));
    const { data, model, ...rest } = await auditModel(bytes, inMemory(unequal), settings);
    const { data: files, model: file, ...figures } = fromFiles;
    expect(rest).to.deep.equal(figures);
    expect(data).to.deep.equal({ ...files, files: [] });
    expect(model).to.deep.equal({ ...file, file: "model" });
  });

  it("audits the nodes of the mask, and counts the others as left out", async () => {
    const mask = [1, 1, 0, 1, 1, 0];
    const report = await auditModel(featureModel(), { ...inMemory(unequal), mask }, settings);
    expect(report.attributes[0]!.rows).to.deep.include({ read: 6, used: 4 });
    expect(report.notes.join(" ")).to.include("outside the mask");
    const none = await caught(() =>
      auditModel(featureModel(), { ...inMemory(unequal), mask: mask.map(() => 0) }, settings),
    );
    expect(none)
      .to.be.instanceOf(InputError)
      .with.property("message")
      .that.matches(/^graph\.mask: .*found none/);
  });

  it("allows for clusters of a further column", async () => {
    const columns = { street: ["x", "x", "y", "y", "z", "z"] };
    const given = { ...settings, cluster: "street" };
    const report = await auditModel(featureModel(), { ...inMemory(unequal), columns }, given);
    expect(renderJson(report)).to.include("street");
    const missing = await caught(() => auditModel(featureModel(), inMemory(unequal), given));
    expect(missing).to.be.instanceOf(InputError).with.property("message").that.includes('found "street"');
  });

  it("tells its stages, and ends at the next one by a signal", async () => {
    const stages: string[] = [];
    const stop = new AbortController();
    const onProgress = (stage: string) => {
      stages.push(stage);
      if (stage === "check graph") stop.abort();
    };
    const given = { ...settings, onProgress, signal: stop.signal };
    const error = await caught(() => auditModel(folder.at("model.onnx"), folder.at("graph"), given));
    expect(error).to.be.instanceOf(InterruptedError);
    expect(stages[0]).to.equal("inspect model");
    expect(stages.at(-1)).to.equal("check graph");
  });

  it("names options in its notes and warnings, and no flags", async () => {
    const { notes } = await auditModel(featureModel(), inMemory(unequal), settings);
    expect(notes.join(" ")).to.include("An audit with ‘cluster’ allows for that.");
    const sql = "select * from (values (1, 1, 'aa'), (0, 1, 'Aa')) as t(y, p, g)";
    const table = await auditTable({ sql }, { ...settings, label: "y", prediction: "p", sensitive: ["g"] });
    expect(table.warnings.map(({ message }) => message).join(" ")).to.include("list its levels with ‘levels’");
    expect(renderJson(table)).not.to.match(/--[a-z]/);
  });

  it("names options and fields in its errors, and no flags", async () => {
    const ambiguous = linearModel({ features: 2, classes: 1 }, { metadata: {} });
    const wrong: [() => Promise<unknown>, RegExp][] = [
      [
        () => auditModel(featureModel(), inMemory(unequal), { split: "test" }),
        /^‘split’ test: expected a model that records/,
      ],
      [
        () => auditModel(featureModel(), inMemory(unequal), { resolution: 2 }),
        /^‘resolution’: expected ‘cluster’ louvain/,
      ],
      [() => auditModel(ambiguous, inMemory(unequal)), /‘outputKind: one-logit’/],
      [() => auditTable({ sql: "select 1 as y" }, { label: "y", sensitive: [] }), /^‘prediction’/],
      [
        () => auditTable({ sql: "select 1 as y, 1 as p" }, { label: "y", prediction: "p", sensitive: [] }),
        /^‘sensitive’/,
      ],
      [
        () => auditTable({ sql: "select 1 as y, 1 as s" }, { label: "y", score: "s", sensitive: ["y"] }),
        /^‘threshold’: expected a number with ‘score’/,
      ],
    ];
    for (const [work, words] of wrong) {
      const error = await caught(work);
      expect(error)
        .to.be.instanceOf(Error)
        .with.property("message")
        .that.matches(words)
        .and.not.match(/--[a-z]/);
    }
  });

  it("refuses bytes that are no model, and a regression", async () => {
    const error = await caught(() => auditModel(Uint8Array.of(1, 2, 3), inMemory(unequal)));
    expect(error).to.be.instanceOf(ModelError);
    const number = linearModel({ features: 2, classes: 1 }, { metadata: {} });
    const graph = { ...inMemory(unequal), classes: undefined, numeric: true };
    const other = await caught(() => auditModel(number, graph, { outputKind: "number" }));
    expect(other).to.be.instanceOf(ModelError).with.property("message").that.includes("found a regression");
  });
});

describe("auditRegressionModel", () => {
  it("audits errors by group: 0 for a, 1 for each of b", async () => {
    const graph: MemoryGraph = {
      features: [[1], [2], [3], [1], [2], [3]],
      edges: [[0, 1]],
      label: [1, 2, 3, 2, 3, 4],
      numeric: true,
      sensitive: { group: ["a", "a", "a", "b", "b", "b"] },
    };
    const model = linearModel({ features: 1, classes: 1 }, { weights: [1], metadata: {} });
    const options = {
      outputKind: "number",
      minSupport: 1,
      draws: 9,
      maxErrorGap: 0.5,
      labelBins: { bins: 1 },
    } as const;
    const report = await auditRegressionModel(model, graph, options);
    expect(report.verdict).to.equal("violated");
    const [{ cells }] = report.attributes[0]!.bins as [(typeof report.attributes)[0]["bins"][0]];
    expect(cells.map(({ group, n, meanError }) => [group, n, meanError])).to.deep.equal([
      ["a", 3, 0],
      ["b", 3, -1],
    ]);
  });
});

describe("auditTable", () => {
  it("takes bins and levels as objects or maps, and gives the bytes of the command's report, but for the words for options", async () => {
    const sql =
      "select * from (values (20, 'x', 1, 1), (40, 'x', 1, 0), (20, 'y', 0, 0), (40, 'y', 0, 0)) as t(age, s, y, p)";
    const options = { ...settings, label: "y", prediction: "p", sensitive: ["age", "s"] };
    const report = await auditTable({ sql }, { ...options, bins: { age: [30] }, levels: { s: ["y", "x"] } });
    const maps = { bins: new Map([["age", [30]]]), levels: new Map([["s", ["y", "x"]]]) };
    expect(renderJson(await auditTable({ sql }, { ...options, ...maps }))).to.equal(renderJson(report));
    const flags = [
      "--label",
      "y",
      "--prediction",
      "p",
      "--sensitive",
      "age,s",
      "--bins",
      "age=30",
      "--levels",
      "s=y,x",
    ];
    const more = ["--min-support", "1", "--draws", "99", "--max-gap", "0.5", "--json"];
    const { out } = await runCli(["audit", "--sql", sql, ...flags, ...more]);
    const asked = await auditTable({ sql }, { ...options, ...maps, recorded: recordedIn(out) });
    expect(renderJson(reportInFlagWords(asked))).to.equal(out);
  });
});

describe("auditRegressionTable", () => {
  it("gives the bytes of the command's report, and asks for its columns", async () => {
    const sql = "select * from (values ('a', 1, 1.5), ('a', 2, 2.5), ('b', 1, 1), ('b', 2, 2)) as t(s, y, p)";
    const options = {
      label: "y",
      prediction: "p",
      sensitive: ["s"],
      minSupport: 1,
      draws: 9,
      labelBins: { bins: 1 },
    } as const;
    const flags = ["--regression", "--label", "y", "--prediction", "p", "--sensitive", "s", "--label-bins", "1"];
    const { out } = await runCli(["audit", "--sql", sql, ...flags, "--min-support", "1", "--draws", "9", "--json"]);
    const report = await auditRegressionTable({ sql }, { ...options, recorded: recordedIn(out) });
    expect(renderJson(reportInFlagWords(report))).to.equal(out);
  });
});

describe("auditCounts", () => {
  const counts = countOutcomes({
    groups: ["a", "b"],
    classes: ["0", "1"],
    group: Int32Array.of(0, 0, 1, 1, -1),
    label: Int32Array.of(0, 1, 0, 1, 1),
    prediction: Int32Array.of(0, 1, 0, 0, 1),
  });

  it("audits what a program has counted: b's one positive is missed, one row has no group", () => {
    const report = auditCounts({ group: counts }, { ...settings, positive: "1", name: "mine" });
    expect(report.attributes[0]!.equalizedOdds.value).to.equal(1);
    expect(report.data).to.deep.include({ name: "mine", nodes: 5 });
    expect([report.verdict, report.positiveClass]).to.deep.equal(["violated", "1"]);
  });

  it("refuses no counts at all", () => {
    expect(() => auditCounts({})).to.throw(UsageError, /at least one attribute/);
  });
});

describe("predict", () => {
  it("returns classes, probabilities and labels of every node, and does without labels", async () => {
    const predicted = await predict(featureModel(), inMemory(unequal));
    if (predicted.task !== "classification") throw new Error("a classifier");
    expect(predicted.nodeIds).to.deep.equal(["n0", "n1", "n2", "n3", "n4", "n5"]);
    expect([...predicted.predicted]).to.deep.equal([1, 0, 0, 0, 0, 0]);
    expect([...predicted.label!]).to.deep.equal([1, 0, 0, 1, 0, 0]);
    // softmax of 0 and 1
    expect(predicted.probabilities![1]).to.be.closeTo(Math.E / (1 + Math.E), 1e-6);
    const { label, classes, ...unlabelled } = inMemory(unequal);
    const without = await predict(featureModel(), unlabelled);
    expect(without).to.have.property("label", undefined);
    expect([label?.length, classes?.length]).to.deep.equal([6, 2]);
  });
});
