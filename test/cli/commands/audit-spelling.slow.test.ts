import { readFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { useTempFolder } from "../support/temp-folder.js";

/** Eight rows a group; group true is right about label true in 2 of 4 rows, group false in 3 of 4. */
const rows = [true, false].flatMap((s) =>
  [true, false].flatMap((y) => [0, 1, 2, 3].map((i) => ({ s, y, yhat: i === 0 || (s && y && i === 1) ? !y : y }))),
);
type Spelling = (value: boolean, row: number) => string;
const python: Spelling = (value) => (value ? "True" : "False");
const capitals: Spelling = (value) => (value ? "TRUE" : "FALSE");
const csv = (spell: Spelling, some = rows) =>
  `s,y,yhat\n${some.map(({ s, y, yhat }, i) => [s, y, yhat].map((value) => spell(value, i)).join()).join("\n")}\n`;

describe("evenodds audit, spellings in a table", () => {
  const folder = useTempFolder();
  const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "s", "--min-support", "1", "--draws", "50"];
  const audit = (...flags: string[]) => runCli(["audit", "--json", ...flags]);
  const report = async (...flags: string[]) => {
    const { code, out, log } = await audit(...flags);
    expect(code, log.join("\n")).to.not.equal(2);
    return JSON.parse(out) as AuditReport;
  };
  const refusal = async (text: string, ...flags: string[]) => {
    await folder.write({ "p.csv": text });
    const { code, log } = await audit("--predictions", folder.at("p.csv"), ...flags);
    expect(code).to.equal(2);
    expect(log).to.have.length(1);
    return log[0]!;
  };

  it("gives one report of booleans: as CSV in any capitals, in several files, as JSON, Parquet and from a query", async () => {
    await folder.write({
      "python.csv": csv(python),
      "r.csv": csv(capitals),
      "both.csv": csv((value, row) => (row % 3 === 0 ? capitals : python)(value, row)),
      "one.csv": csv(python, rows.slice(0, 7)),
      "two.csv": csv(capitals, rows.slice(7)),
      "p.json": JSON.stringify(rows),
    });
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(`COPY (FROM read_json('${folder.at("p.json")}')) TO '${folder.at("p.parquet")}'`);
    connection.closeSync();
    instance.closeSync();
    const files = ["python.csv", "r.csv", "both.csv", "p.json", "p.parquet"].map((name) => folder.at(name));
    const sources = [
      ...[...files, [folder.at("one.csv"), folder.at("two.csv")].join()].map((file) => ["--predictions", file]),
      ["--sql", `select * from '${folder.at("p.parquet")}'`, "--sql-files", "any"],
    ];
    const reports: string[] = [];
    for (const source of sources) {
      for (const positive of ["True", "true"]) {
        const found = await report(...source, ...columns, "--positive", positive, "--max-gap", "0.3");
        expect(found.classes).to.deep.equal(["false", "true"]);
        expect(found.positiveClass).to.equal("true");
        expect(found.attributes[0]!.equalizedOdds.value).to.equal(0.25);
        reports.push(JSON.stringify({ ...found, data: null, options: null }));
      }
    }
    expect(new Set(reports).size).to.equal(1);
  });

  it("asks about a label that is never predicted while another spelling of it is", async () => {
    const half = "s,y,yhat\na,Yes,yes\na,yes,yes\na,no,no\nb,Yes,yes\nb,no,no\n";
    const message = await refusal(half, ...columns, "--max-gap", "0.1");
    expect(message).to.include('both "Yes" and "yes"').and.include("never predicted").and.include("--classes");
    for (const [text, words] of [
      ["s,y,yhat\na,Yes,yes\nb,No,no\n", ["none of which is ever predicted"]],
      ["s,y,yhat\na,0,1\na,1,2\nb,2,3\nb,1,1\n", ["count from another number"]],
      ["s,y,yhat\na,1,class_1\na,1,1\nb,0,0\n", ['"class_1" and "1"']],
      ["s,y,yhat\na,True,1\na,1,1\nb,0,0\n", ['"1" and "true"']],
      ["s,y,yhat\na,Sí,Si\na,Si,Si\nb,No,No\n", ['"Si" and "Sí"']],
      ["s,y,yhat\na,>50K.,>50K\na,>50K,>50K\nb,<=50K,<=50K\n", ['">50K" and ">50K."']],
    ] as const) {
      const refused = await refusal(text, ...columns);
      for (const word of [...words, "--classes"]) expect(refused).to.include(word);
    }
  });

  it("asks whether -1 means unknown, and takes -1 and 1, and -1 that is predicted, with a warning", async () => {
    const message = await refusal("s,y,yhat\na,-1,1\na,1,1\nb,0,0\nb,1,0\n", ...columns);
    expect(message).to.include('"-1" beside "0", "1", never predicted').and.include("--missing-values -1");
    const score = ["--label", "y", "--score", "yhat", "--threshold", "0.5", "--sensitive", "s"];
    expect(await refusal("s,y,yhat\na,-1,1\na,1,1\nb,0,0\nb,1,0\n", ...score)).to.include("--missing-values -1");
    await folder.write({ "p.csv": "s,y,yhat\na,-1,1\na,1,-1\nb,-1,-1\nb,1,1\n" });
    const signed = await report("--predictions", folder.at("p.csv"), ...columns);
    expect(signed.warnings.map(({ code }) => code)).to.not.include("unknown-code");
    await folder.write({ "p.csv": "s,y,yhat\na,-1,1\na,1,-1\nb,-1,-1\nb,0,1\n" });
    const three = await report("--predictions", folder.at("p.csv"), ...columns);
    expect(three.classes).to.deep.equal(["-1", "0", "1"]);
    expect(three.warnings.map(({ code }) => code)).to.include("unknown-code");
  });

  it("warns of a threshold that no score or every score reaches, with both numbers", async () => {
    await folder.write({ "p.csv": "s,y,p\na,1,0.9\na,0,0.25\nb,1,0.5\nb,0,0.5\n" });
    const warnings = async (threshold: string) => {
      const flags = ["--label", "y", "--score", "p", "--sensitive", "s", "--threshold", threshold];
      const found = await report("--predictions", folder.at("p.csv"), ...flags);
      return found.warnings.filter(({ code }) => code === "threshold-out-of-range").map(({ message }) => message);
    };
    expect((await warnings("80"))[0])
      .to.include("no score reaches the threshold 80")
      .and.include("from 0.25 to 0.9");
    expect((await warnings("-1"))[0]).to.include("every score reaches the threshold -1");
    expect((await warnings("0.25"))[0]).to.include("every score reaches");
    expect(await warnings("0.5")).to.deep.equal([]);
    expect(await warnings("0.9")).to.deep.equal([]);
  });

  it("warns of groups that may be one, with their numbers, in every form of the report", async () => {
    await folder.write({ "p.csv": "s,y,yhat\nFemale,1,1\nfemale,1,0\nfemale,0,0\nMale,1,1\n" });
    const found = await report("--predictions", folder.at("p.csv"), ...columns);
    const near = found.warnings.find(({ code }) => code === "near-levels");
    expect(near?.message).to.include('"Female" (n = 1) and "female" (n = 2)').and.include("--levels");
    await runCli(["audit", "--predictions", folder.at("p.csv"), ...columns, "--out", folder.at("out")]);
    for (const name of ["report.md", "report.html"]) {
      expect(await readFile(folder.at("out", name), "utf8")).to.include("may be one group in two spellings");
    }
  });

  it("counts the unknown values of each attribute by itself, in crossings and beside missing labels", async () => {
    // Of 12 rows, 4 lack sex, 3 lack age, 2 of these lack both; 3 of all lack the label, one of them sex too.
    const sexes = ["", "", "", "", "F", "F", "M", "M", "F", "M", "F", "M"];
    const ages = ["", "", "o", "y", "", "o", "y", "o", "y", "o", "y", "o"];
    const lines = sexes.map((sex, i) => `${sex},${ages[i]},${i === 3 || i >= 10 ? "" : i % 2},1`);
    await folder.write({ "p.csv": `sex,age,y,yhat\n${lines.join("\n")}\n` });
    const flags = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex,age", "--cross", "sex*age"];
    const found = await report("--predictions", folder.at("p.csv"), ...flags);
    const [sex, age] = [
      { attribute: "sex", rows: 4 },
      { attribute: "age", rows: 3 },
    ];
    expect(found.attributes.map(({ unknown }) => unknown)).to.deep.equal([[sex], [age], [sex, age]]);
    expect(found.attributes.map(({ rows: { excluded } }) => excluded["missing-attribute"])).to.deep.equal([3, 3, 4]);
    const { out } = await runCli(["audit", "--predictions", folder.at("p.csv"), ...flags]);
    expect(out.replace(/\s+/g, " ")).to.include("+ 4 without the attribute (unknown: sex 4, age 3).");
  });
});

describe("evenodds, spellings in a graph", () => {
  const folder = useTempFolder();
  const card = "nodes: { files: nodes.csv, id: id, label: y, sensitive: s }\nedges: edges.csv\n";
  const model = (classes: readonly string[]) =>
    linearModel(
      { features: 2, classes: 2 },
      {
        metadata: {
          "evenodds.feature_names": JSON.stringify(["left", "right"]),
          "evenodds.classes": JSON.stringify(classes),
        },
      },
    );
  const nodes = (...lines: string[]) => `id,y,s,left,right\n${lines.join("\n")}\n`;

  it("predicts under the ids of the file, which find their rows again", async () => {
    await folder.write({
      "graph/graph.yaml": card,
      "graph/nodes.csv": nodes("0.00,True,F,0,1", "1.00,False,M,1,0", "2.0,True,M,0,1", "2.00,False,F,1,0"),
      "graph/edges.csv": "0,1.00\n2.0,2.00\n",
      "model.onnx": model(["False", "True"]),
      "people.csv": "node_id,group\n2.00,b\n2.0,a\n1,a\n0.0,b\n",
    });
    const out = folder.at("p.csv");
    expect((await runCli(["predict", folder.at("model.onnx"), folder.at("graph"), "--out", out])).code).to.equal(0);
    const written = (await readFile(out, "utf8")).trim().split("\n");
    expect(written.slice(1).map((line) => line.split(",", 3).join())).to.deep.equal([
      "0.00,True,True",
      "1.00,False,False",
      "2.0,True,True",
      "2.00,False,False",
    ]);
    const flags = ["--label", "label", "--prediction", "predicted", "--sensitive", "group", "--id", "node_id"];
    const joined = await runCli([
      ...["audit", "--json", "--predictions", out, "--attributes", folder.at("people.csv")],
      ...[...flags, "--min-support", "1", "--draws", "0"],
    ]);
    const { attributes, classes } = JSON.parse(joined.out) as AuditReport;
    expect(classes).to.deep.equal(["false", "true"]);
    expect(attributes[0]!.rows.used).to.equal(4);
    expect(attributes[0]!.cells.map(({ group, label, n }) => `${group} ${label} ${n}`)).to.deep.equal([
      "a false 1",
      "b false 1",
      "a true 1",
      "b true 1",
    ]);
  });

  it("audits labels True with a model whose class is true, and takes either for the positive class", async () => {
    await folder.write({
      "graph/graph.yaml": card,
      "graph/nodes.csv": nodes("a,True,F,0,1", "b,False,M,1,0", "c,TRUE,M,1,0", "d,false,F,1,0"),
      "graph/edges.csv": "a,b\n",
      "model.onnx": model(["false", "true"]),
    });
    const audit = [
      "audit",
      folder.at("model.onnx"),
      folder.at("graph"),
      "--json",
      "--min-support",
      "1",
      "--draws",
      "0",
    ];
    const outs = new Set<string>();
    for (const positive of ["True", "true"]) {
      const { out } = await runCli([...audit, "--positive", positive]);
      outs.add(JSON.stringify({ ...(JSON.parse(out) as AuditReport), options: null }));
    }
    expect(outs.size).to.equal(1);
    const { positiveClass, graph, attributes } = JSON.parse([...outs][0]!) as AuditReport;
    expect(positiveClass).to.equal("true");
    expect(attributes[0]!.equalizedOdds.value).to.equal(1);
    expect(graph!.unknown).to.deep.equal([{ attribute: "s", nodes: 0 }]);
  });

  it("warns before training of an index among the features, and refuses weights that would be dropped", async () => {
    const lines = Array.from({ length: 24 }, (_, i) => `${i},n${i},${i % 2},${i % 3 === 0 ? "F" : "M"},${(i * 7) % 5}`);
    await folder.write({
      "graph/graph.yaml": card.replace("edges: edges.csv", "edges: { files: edges.csv, source: a, target: b }"),
      "graph/nodes.csv": `Unnamed: 0,id,y,s,x\n${lines.join("\n")}\n`,
      "graph/edges.csv": "a,b,weight\nn0,n1,0.5\nn1,n2,2\n",
    });
    const train = ["train", folder.at("graph"), "--method", "gcn", "--epochs", "1", "--engine", "wasm"];
    const refused = await runCli([...train, "--out", folder.at("run")]);
    expect(refused.code).to.equal(2);
    expect(refused.log[0]).to.include('"weight" of edges.csv').and.include("ignore: [weight]");
    await folder.write({ "graph/edges.csv": "a,b,since\nn0,n1,2019\nn1,n2,2020\n" });
    const { code, log } = await runCli([...train, "--out", folder.at("run")]);
    expect(code).to.equal(0);
    expect(log.find((line) => line.startsWith("warning"))).to.include('feature "Unnamed: 0" numbers the rows');
    expect(log).to.include('note: Of edges.csv, "since" is not used.');
  });
});
