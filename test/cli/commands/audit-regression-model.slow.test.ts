import { readFile } from "node:fs/promises";
import type { RegressionReport } from "@evenodds/auditor";
import { hashNodeIds, recordSplit } from "@evenodds/core";
import { syntheticGraph, writeGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { auditCase, equal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";
import { trainQuickly } from "../support/trained-run.js";

/** The example of docs/metrics.md, each row five times: `[group, label, prediction]`. The gap is 1.5. */
const example = ["A,4,5", "A,6,7", "B,4,4", "B,6,5", "A,12,12", "A,16,18", "B,12,13", "B,16,16"];
const rows = Array.from({ length: 5 }, () => example).flat();

const graphFiles = {
  "graph/graph.yaml": [
    "name: incomes",
    "nodes:",
    "  files: nodes.csv",
    "  id: id",
    "  label: { column: y, numeric: true }",
    "  sensitive: g",
    "edges: edges.csv",
    "",
  ].join("\n"),
  "graph/nodes.csv": ["id,g,y,yhat", ...rows.map((row, n) => `n${n},${row}`), ""].join("\n"),
  "graph/edges.csv": "n0,n1\n",
};

/** Predicts its one feature, which is the prediction of the rows. */
function model({ test = [] as number[], metadata = {} } = {}): Uint8Array {
  const none = new Int32Array(0);
  const train = Int32Array.from(rows.keys()).filter((n) => !test.includes(n));
  const split = { train, validation: none, test: Int32Array.from(test) };
  const own: Record<string, string> = {
    "evenodds.feature_names": '["yhat"]',
    "evenodds.task": "regression",
    "evenodds.classes": "[]",
    "evenodds.split": JSON.stringify(recordSplit(split, hashNodeIds(rows.map((_, n) => `n${n}`)))),
  };
  return linearModel({ features: 1, classes: 1 }, { metadata: { ...own, ...metadata } });
}
const foreign = linearModel({ features: 1, classes: 1 });
const bins = ["--label-bins", "0,10,20"];

describe("evenodds audit of a regression model", () => {
  const folder = useTempFolder();
  const audit = (name: string, ...flags: string[]) => runCli(["audit", folder.at(name), folder.at("graph"), ...flags]);
  const report = async (name: string, ...flags: string[]) =>
    JSON.parse((await audit(name, "--json", "--draws", "50", ...flags)).out) as RegressionReport;

  it("says what an audit of the table of its predictions says", async () => {
    await folder.write({ ...graphFiles, "model.onnx": model() });
    const table = ["--regression", "--label", "y", "--prediction", "yhat", "--sensitive", "g"];
    const source = ["--predictions", folder.at("graph/nodes.csv")];
    const { out } = await runCli(["audit", ...source, ...table, ...bins, "--draws", "50", "--json"]);
    const ofModel = await report("model.onnx", ...bins);
    expect(ofModel.attributes).to.deep.equal((JSON.parse(out) as RegressionReport).attributes);
    expect(ofModel.attributes[0]!.meanError).to.include({ value: 1.5, highest: "A", lowest: "B" });
    expect(ofModel.data).to.deep.include({ name: "incomes", nodes: 40, arcs: 2 });
    expect(ofModel.notes.at(-1)).to.match(/^Predictions are those of model\.onnx \(sha256 .*\) on all nodes/);
  });

  it("gates, with the exit codes of every audit", async () => {
    await folder.write({ ...graphFiles, "model.onnx": model() });
    const code = async (...flags: string[]) => (await audit("model.onnx", ...bins, "--draws", "0", ...flags)).code;
    expect(await code()).to.equal(0);
    expect(await code("--max-error-gap", "1.5")).to.equal(0);
    expect(await code("--max-error-gap", "1.4")).to.equal(1);
    expect(await code("--max-error-gap", "9", "--min-support", "11")).to.equal(3);
    expect(await code("--require-gate", "--max-error-gap", "2")).to.equal(0);
  });

  it("audits the part of the split that is asked for, and warns of nodes that the model was trained on", async () => {
    await folder.write({ ...graphFiles, "model.onnx": model({ test: [0, 1, 2, 3, 4, 5, 6, 7] }) });
    const test = await report("model.onnx", "--split", "test", "--min-support", "1", ...bins);
    expect(test.attributes[0]!.rows).to.deep.include({ read: 40, used: 8 });
    expect(test.attributes[0]!.rows.excluded["outside-split"]).to.equal(32);
    expect(test.attributes[0]!.meanError.value).to.equal(1.5);
    expect(test.warnings).to.deep.equal([]);
    expect(test.notes.at(-1)).to.include("on the test part of the split");
    const all = await report("model.onnx", ...bins);
    expect(all.warnings.map(({ code, message }) => [code, message.slice(0, 46)])).to.deep.equal([
      ["training-nodes", "the model was trained on 32 of the audited nod"],
    ]);
  });

  it("writes the files that it writes for a table, the same bytes each time", async () => {
    await folder.write({ ...graphFiles, "model.onnx": model() });
    const { out, log } = await audit("model.onnx", "--json", "--draws", "50", "--out", folder.at("out"));
    expect(log.at(-1)).to.match(/^wrote .*report\.html, report\.md and report\.json$/);
    expect(out).to.equal(await readFile(folder.at("out/report.json"), "utf8"));
    expect(out).to.equal((await audit("model.onnx", "--json", "--draws", "50")).out);
    expect(await readFile(folder.at("out/report.md"), "utf8")).to.include("# Regression audit");
    expect(await readFile(folder.at("out/report.html"), "utf8")).to.include("<!doctype html>");
  });

  it("takes a model that records no task where it is told to", async () => {
    const files = { ...graphFiles, "foreign.onnx": foreign };
    await folder.write(files);
    const refused = await audit("foreign.onnx");
    expect([refused.code, refused.log.length]).to.deep.equal([2, 1]);
    expect(refused.log[0]).to.match(/expected classes, .*found numbers .*add --regression/);
    expect((await report("foreign.onnx", "--regression", ...bins)).attributes[0]!.meanError.value).to.equal(1.5);
    expect((await audit("foreign.onnx", "--regression", "--split", "test")).log[0]).to.match(
      /model that records its split/,
    );
  });

  it("leaves out what is missing, and outputs that are not finite on request", async () => {
    const nodes = graphFiles["graph/nodes.csv"].replace("n0,A,4,5", "n0,A,,5").replace("n2,B,4,4", "n2,,4,4");
    // 3e38 · 18 is infinite, and so are all but those of no prediction above 1.
    const huge = linearModel(
      { features: 1, classes: 1 },
      { weights: [3e38], metadata: { "evenodds.task": "regression" } },
    );
    await folder.write({ ...graphFiles, "graph/nodes.csv": nodes, "model.onnx": model(), "huge.onnx": huge });
    expect((await report("model.onnx", ...bins)).attributes[0]!.rows).to.deep.include({
      used: 38,
      excluded: { unlabelled: 1, "missing-attribute": 1, "outside-split": 0, "non-finite-prediction": 0 },
    });
    expect((await audit("huge.onnx")).log[0]).to.match(/predicted numbers: .*on 40 of 40 nodes, first on node "n0"/);
    const { attributes } = await report("huge.onnx", "--non-finite", "exclude");
    expect(attributes[0]!.rows).to.deep.include({ used: 0 });
    expect(attributes[0]!.rows.excluded["non-finite-prediction"]).to.equal(38);
  });

  it("writes files for build servers, as audits of classifiers do", async () => {
    await folder.write({ ...graphFiles, "model.onnx": model() });
    const files = {
      "--junit": folder.at("ci/j.xml"),
      "--sarif": folder.at("ci/a.sarif"),
      "--summary": folder.at("ci/s.md"),
    };
    const flags = [...bins, "--draws", "50", "--max-error-gap", "1", ...Object.entries(files).flat()];
    const { code, log } = await audit("model.onnx", ...flags);
    expect([code, log.length]).to.deep.equal([1, 1]);
    expect(log[0]).to.match(/^wrote .*j\.xml, .*a\.sarif, .*s\.md$/);
    const read = (file: string) => readFile(file, "utf8");
    expect(await read(files["--junit"])).to.match(/failures="1" errors="0"/);
    expect(await read(files["--sarif"]))
      .to.include('"ruleId": "gap-over-limit"')
      .and.match(/"uri": "file:\/\/\/.*\/model\.onnx"/);
    expect(await read(files["--summary"])).to.match(/^# Regression audit: .*\n\n\*\*VIOLATED\.\*\*/);
    // The next one is added.
    expect((await audit("model.onnx", ...flags)).code).to.equal(1);
    expect((await read(files["--summary"])).match(/^# Regression audit/gm)).to.have.length(2);
  });

  it("says in one line which flags and graphs do not belong", async () => {
    await folder.write({
      ...graphFiles,
      "model.onnx": model(),
      "classifier.onnx": linearModel({ features: 1, classes: 2 }),
    });
    for (const [flags, message] of [
      [["--max-gap", "0.1"], /--max-gap: .*the gate of a regression is --max-error-gap/],
      [["--positive", "1"], /--positive: .*meant for a classifier/],
      [["--rule", "evidence"], /--rule: .*meant for a classifier/],
      [["--alpha", "0.1"], /--alpha: .*meant for a classifier/],
      [["--cluster", "communities"], /--cluster: .*meant for a classifier/],
      [["--one-logit"], /--one-logit: .*meant for a classifier/],
      [["--label", "y"], /--label: .*meant for a table/],
      [["--require-gate"], /--require-gate: .*--max-error-gap for a regression/],
      [["--label-bins", "5,10"], /label 4 outside 5 to 10/],
      [["--split", "validation"], /--split validation: expected nodes of the model's validation part/],
    ] as const) {
      const { code, out, log } = await audit("model.onnx", ...flags);
      expect([code, out, log.length], flags.join(" ")).to.deep.equal([2, "", 1]);
      expect(log[0]).to.match(message);
    }
    const classifier = await audit("classifier.onnx", "--regression");
    expect(classifier.log[0]).to.match(
      /columns of the model's output: expected 1, because the task is regression, found 2/,
    );
    await folder.write(auditCase(equal, model({ metadata: { "evenodds.feature_names": '["left"]' } })));
    const onClasses = await audit("model.onnx");
    expect([onClasses.code, onClasses.out, onClasses.log.length]).to.deep.equal([2, "", 1]);
    expect(onClasses.log[0]).to.match(/expected numbers, because the model is a regression, found classes/);
  });

  it("predicts and audits what was trained, as the table of its predictions", async () => {
    const content = syntheticGraph({ seed: 2, nodes: 80, features: 3, target: true, labelledShare: 0.9 });
    await writeGraph(folder.at("graph"), { name: "numbers", ...content });
    await trainQuickly(folder.at("graph"), folder.at("run"), "--method", "gcn");
    expect((await runCli(["export", folder.at("run"), "--out", folder.at("model.onnx")])).code).to.equal(0);
    const predictions = folder.at("p.parquet");
    expect(
      (await runCli(["predict", folder.at("model.onnx"), folder.at("graph"), "--out", predictions])).code,
    ).to.equal(0);
    const table = ["--predictions", predictions, "--attributes", folder.at("graph/nodes.csv"), "--id", "node_id"];
    const columns = ["--label", "target", "--prediction", "predicted", "--sensitive", "group"];
    const { out } = await runCli(["audit", ...table, ...columns, "--regression", "--draws", "50", "--json"]);
    const { attributes } = await report("model.onnx");
    expect(attributes[0]!.rows.used).to.equal(content.nodes.label.filter((code) => code >= 0).length);
    expect(attributes).to.deep.equal((JSON.parse(out) as RegressionReport).attributes);
    const part = await report("model.onnx", "--split", "test");
    expect(part.attributes[0]!.rows.used).to.be.within(15, 20);
    expect(part.warnings.map(({ code }) => code)).not.to.include("training-nodes");
  });
});
