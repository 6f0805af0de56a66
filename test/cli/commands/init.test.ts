import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { GateRun } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { auditCase, equal, featureModel, graphFiles } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

const predictions = ["y,prediction,sex,age_band,note", "1,1,F,young,a", "1,1,M,old,b", "0,0,F,old,c", "0,1,M,young,d"];

describe("evenodds init", () => {
  const folder = useTempFolder();
  const init = (...args: string[]) =>
    runCli(["init", ...args.map((one) => (one.startsWith("--") ? one : folder.at(one)))]);
  const read = (name: string) => readFile(folder.at(name), "utf8");
  const written = (...args: string[]) => init(...args, "--out", "gates.yaml");

  it("writes a file for a model and a graph that runs as it is, and says what comes next", async () => {
    await folder.write(auditCase(equal));
    const { code, out, log } = await written("model.onnx", "graph");
    expect(code).to.equal(0);
    expect(out).to.equal("");
    expect(log).to.deep.equal([`wrote ${folder.at("gates.yaml")}`, `next: evenodds gate ${folder.at("gates.yaml")}`]);
    const text = await read("gates.yaml");
    // The name of a model called model.onnx is that of its folder.
    expect(text).to.include(
      `\n  ${basename(folder.at("."))}:\n    model: model.onnx\n    graph: graph\n    sensitive: [group]\n`,
    );
    expect(text).to.include("    # groups of group: a (3), b (3)\n");
    expect(text).to.not.include("split:");
    const gate = await runCli(["gate", folder.at("gates.yaml"), "--min-support", "1"]);
    expect(gate.out).to.match(/^PASS {2}1 of 1 gate holds\./);
    expect(gate.code).to.equal(0);
  });

  it("audits the nodes that the model was not trained on where it records them", async () => {
    const split = { train: Int32Array.of(0, 1, 2), test: Int32Array.of(3, 4, 5) };
    await folder.write(auditCase(equal, featureModel({ split, nodes: 6 })));
    expect((await written("model.onnx", "graph")).code).to.equal(0);
    expect(await read("gates.yaml")).to.include("    split: test # nodes that the model was not trained on\n");
  });

  it("finds the columns of a table by their names, or takes those that are named", async () => {
    await folder.write({ "p.csv": predictions.join("\n") });
    expect((await written("p.csv")).code).to.equal(0);
    const text = await read("gates.yaml");
    expect(text).to.include(
      '    predictions: p.csv\n    label: "y"\n    prediction: prediction\n    sensitive: [sex, age_band]\n',
    );
    expect(text).to.include('    # cross: "sex*age_band"\n');
    expect(text).to.include('      #   subgroup: "sex=F, age_band=old"\n');
    const gate = await runCli(["gate", folder.at("gates.yaml"), "--min-support", "1"]);
    expect(gate.code).to.equal(1);
    const named = await runCli([
      "init",
      folder.at("p.csv"),
      "--out",
      folder.at("b.yaml"),
      "--sensitive",
      "note",
      "--label",
      "prediction",
      "--prediction",
      "y",
    ]);
    expect(named.code).to.equal(0);
    expect(await read("b.yaml")).to.include('    label: prediction\n    prediction: "y"\n    sensitive: [note]\n');
  });

  it("takes a table with a column of counts for counted rows", async () => {
    await folder.write({ "c.csv": "sex,y,p,count\nF,0,0,5\nF,1,1,5\nM,0,0,5\nM,1,1,5\n" });
    expect((await written("c.csv")).code).to.equal(0);
    expect(await read("gates.yaml")).to.include("    counts: c.csv\n    count-column: count\n");
    expect(await read("gates.yaml")).to.include("    # groups of sex: F, M\n");
    expect((await runCli(["gate", folder.at("gates.yaml")])).code).to.equal(0);
  });

  it("runs a model on rows", async () => {
    await folder.write({ "model.onnx": featureModel(), "rows.csv": "id,label,sex,left,right\n1,0,F,1,0\n2,1,M,0,1\n" });
    expect((await written("model.onnx", "rows.csv")).code).to.equal(0);
    expect(await read("gates.yaml")).to.include(
      "    graph: rows.csv\n    id: id\n    label: label\n    sensitive: [sex]\n",
    );
  });

  it("holds a regression to its own metric", async () => {
    const files = graphFiles(equal);
    const card = files["graph.yaml"].replace("classes: { 0: 0, 1: 1 }", "numeric: true");
    const model = linearModel({ features: 2, classes: 1 });
    await folder.write({
      "graph/graph.yaml": card,
      "graph/nodes.csv": files["nodes.csv"],
      "graph/edges.csv": files["edges.csv"],
      "model.onnx": model,
    });
    expect((await written("model.onnx", "graph")).code).to.equal(0);
    const text = await read("gates.yaml");
    expect(text).to.include("    regression: true # the label is a number\n");
    expect(text).to.include("      - metric: meanErrorGap\n        limit: 1\n");
    const gate = await runCli(["gate", folder.at("gates.yaml"), "--min-support", "1", "--draws", "0"]);
    expect(gate.out).to.match(/^PASS /);
  });

  it("writes a commented baseline, which is held once its sign is taken out and its counts are written", async () => {
    await folder.write({ "p.csv": predictions.join("\n") });
    await written("p.csv");
    await folder.write({ "held.yaml": (await read("gates.yaml")).replace("# baseline:", "baseline:") });
    const gate = (...flags: string[]) => runCli(["gate", folder.at("held.yaml"), "--min-support", "1", ...flags]);
    // Where lines break depends on how long the name of the folder is.
    const said = (await gate()).out.replace(/\s+/g, " ");
    expect(said).to.match(/baseline\.json: expected a baseline to read, found no such file/);
    expect((await gate("--rebase")).log.join()).to.match(/^wrote .*baseline\.json/);
    expect((await gate()).out).to.match(/no worse than the baseline in sex +0\.000 +pass/);
  });

  it("writes the commented gates so that they count once their signs are taken out", async () => {
    await folder.write({ "p.csv": predictions.join("\n") });
    await written("p.csv");
    const text = (await read("gates.yaml")).replace(/^( +)# (?=- metric| {2}|cross|positive)/gm, "$1");
    await folder.write({ "all.yaml": text });
    const args = ["gate", folder.at("all.yaml"), "--min-support", "1", "--today", "2027-01-01", "--json"];
    const { code, out, log } = await runCli(args);
    expect(log).to.deep.equal([]);
    const { audits } = JSON.parse(out) as GateRun;
    const about = audits[0]!.findings.map(({ metric, attribute, subgroup }) => [metric, subgroup ?? attribute]);
    expect(about).to.deep.equal([
      ["equalizedOddsDifference", "sex"],
      ["equalizedOddsDifference", "age_band"],
      ["equalizedOddsDifference", "sex × age_band"],
      ["accuracy", null],
      ["truePositiveRate", "sex"],
      ["demographicParityRatio", "sex"],
      ["equalizedOddsDifference", "sex=F, age_band=old"],
    ]);
    expect(code).to.equal(1);
  });

  it("never replaces a file unless it is told", async () => {
    await folder.write({ "p.csv": predictions.join("\n"), "gates.yaml": "mine" });
    const { code, log } = await written("p.csv");
    expect(code).to.equal(2);
    expect(log[0]).to.match(/--out: expected a new file, found .*gates\.yaml, which is there; add --force/);
    expect(await read("gates.yaml")).to.equal("mine");
    expect((await written("p.csv", "--force")).code).to.equal(0);
    expect(await read("gates.yaml")).to.match(/^# What models/);
    expect((await init("p.csv", "--out", "p.csv", "--force")).code).to.equal(2);
  });

  it("says what it cannot find, and what there is", async () => {
    await folder.write({ "a.csv": "a,b\n1,2\n", "b.csv": "y,p,b\n1,1,x\n0,0,z\n" });
    expect((await written("a.csv")).log[0]).to.match(
      /--label: expected a column called label, y_true, y or the like, found none; name one with --label: there is "a", "b"$/,
    );
    expect((await written("b.csv")).log[0]).to.match(
      /--sensitive: expected a column called sex, race, .* there is "b"$/,
    );
    expect((await written("model.onnx")).log[0]).to.match(
      /graph: expected a model and its graph, or a table of predictions/,
    );
    await folder.write(auditCase(equal));
    const foreign = await runCli([
      "init",
      folder.at("model.onnx"),
      folder.at("graph"),
      "--out",
      folder.at("g.yaml"),
      "--label",
      "y",
    ]);
    expect(foreign.log[0]).to.match(
      /--label: expected a table, found the graph .*; its card names the columns; leave it out$/,
    );
  });

  it("quotes names that mean something in YAML or end a comment", async () => {
    const header = '"y","prediction","sex: # [x]","true"';
    await folder.write({ "p.csv": [header, '1,1,"F\nM",a', "0,0,- x,b"].join("\n") });
    const flags = ["--out", folder.at("gates.yaml"), "--sensitive", "sex: # [x],true"];
    expect((await runCli(["init", folder.at("p.csv"), ...flags])).code).to.equal(0);
    const gate = await runCli(["gate", folder.at("gates.yaml"), "--min-support", "1", "--json"]);
    expect(gate.log).to.deep.equal([]);
    const { audits } = JSON.parse(gate.out) as { audits: { findings: { attribute: string }[] }[] };
    expect(audits[0]!.findings.map(({ attribute }) => attribute)).to.deep.equal(["sex: # [x]", "true"]);
  });
});
