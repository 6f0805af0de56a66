/** Inputs of public bug reports on files that are read, and what is right on them. */
import { auditOutcomes } from "@evenodds/auditor";
import { countOutcomes, equalizedOddsDifference } from "@evenodds/core";
import { countOutcomesFrom, type OutcomeRequest } from "@evenodds/data";
import { expect } from "chai";
import { account, cellsOf, countText, parquetFolder, request } from "../data/outcomes/support/counting.js";
import { loadTiny, rejection, removeTempFolders, tempFolder, tiny } from "../data/support/temp-graph.js";
import { useTempFolder } from "../cli/support/temp-folder.js";
import { runCli } from "../support/fake-terminal.js";

after(removeTempFolders);

describe("a sensitive attribute that is missing (fairlearn#1155, PR#1698)", () => {
  const rows = (missing: string) => `sex,y,yhat\n${"a,1,1\n".repeat(4)}${"b,1,1\n".repeat(2)}${missing},1,1\n`;
  const policy = (whenMissing: "exclude" | "own-group" | "fail"): OutcomeRequest => ({
    ...request,
    sensitive: [{ column: "sex", whenMissing }],
  });

  for (const missing of ["", "nan", "NaN", "NULL", "None", "N/A"]) {
    it(`is counted, excluded, made a group or refused, and never a group called ${JSON.stringify(missing)}`, async () => {
      const counted = (await countText(rows(missing))).attributes[0]!.all;
      expect(account(counted)).to.deep.equal({ read: 7, used: 6, "missing-attribute": 1 });
      expect(counted.outcomes!.groups).to.deep.equal(["a", "b"]);
      const own = await countText(rows(missing), policy("own-group"));
      expect(own.attributes[0]!.all.outcomes!.groups).to.deep.equal(["a", "b", "(missing)"]);
      expect((await rejection(countText(rows(missing), policy("fail")))).message).to.match(/1 rows without/);
    });
  }

  it("is the same in a column of a file and in arrays", async () => {
    const fromFile = (await countText(rows(""))).attributes[0]!.all.outcomes!;
    const ones = Int32Array.of(1, 1, 1, 1, 1, 1, 1);
    const fromArrays = countOutcomes({
      ...{ label: ones, prediction: ones, group: Int32Array.of(0, 0, 0, 0, 1, 1, -1) },
      ...{ groups: ["a", "b"], classes: ["0", "1"] },
    });
    expect(fromArrays.excluded).to.include({ "missing-attribute": 1 });
    expect(fromFile.groups).to.deep.equal(fromArrays.groups);
    expect(fromFile.counts.reduce((a, b) => a + b)).to.equal(fromArrays.counts.reduce((a, b) => a + b));
  });

  it("is missing in a graph too", async () => {
    for (const missing of ["", "nan", "NaN"]) {
      const { nodes } = await loadTiny({ "nodes.csv": `id,y,s,x1,x2\na,0,M,1,0.5\nb,1,F,2,-1\nc,,${missing},3,0\n` });
      expect(nodes.sensitive[0]!.levels).to.deep.equal(["F", "M"]);
      expect([...nodes.sensitive[0]!.code]).to.deep.equal([1, 0, -1]);
    }
  });
});

describe("integer and enumeration codes as groups (aequitas#182, triage#875)", () => {
  it("are categories, whatever their type", async () => {
    const want = { "0 1→1": 2, "1 1→1": 1 };
    expect(cellsOf(await countText("sex,y,yhat\n0,1,1\n1,1,1\n0,1,1\n"))).to.deep.equal(want);
    const values = "VALUES (0, 1, 1), (1, 1, 1), (0, 1, 1)";
    for (const type of ["INTEGER", "BIGINT", "UTINYINT", "DOUBLE", "VARCHAR", "ENUM('0', '1')"]) {
      const text = type.startsWith("ENUM") ? "(sex::VARCHAR)" : "sex";
      const folder = await parquetFolder(`SELECT ${text}::${type} AS sex, y, yhat FROM (${values}) t(sex, y, yhat)`);
      expect(cellsOf(await countOutcomesFrom({ predictions: "p.parquet", folder }, request)), type).to.deep.equal(want);
    }
  });

  it("ask for bins where they are many, and take them", async () => {
    const rows = Array.from({ length: 200 }, (_, i) => `${20 + i * 0.25},1,1`);
    const text = ["sex,y,yhat", ...rows, ""].join("\n");
    expect((await rejection(countText(text))).message).to.match(/200 different numbers|bins/);
    const binned = await countText(text, { ...request, sensitive: [{ column: "sex", bins: [30, 50] }] });
    expect(cellsOf(binned)).to.deep.equal({ "<30 1→1": 40, "30..<50 1→1": 80, ">=50 1→1": 80 });
  });
});

describe("a label that is missing (Fair-Code PR#510)", () => {
  it("is unlabelled and not class 0", async () => {
    const rows = ["1", "0", "1", "NaN", "0"];
    const { all } = (await countText(`sex,y,yhat\n${rows.map((y) => `a,${y},1\n`).join("")}`)).attributes[0]!;
    expect(account(all)).to.deep.equal({ read: 5, used: 4, unlabelled: 1 });
    const folder = await parquetFolder("SELECT 'a' AS sex, unnest([1, 0, 1, NULL, 0]) AS y, 1 AS yhat");
    const typed = await countOutcomesFrom({ predictions: "p.parquet", folder }, request);
    expect(cellsOf(typed)).to.deep.equal({ "a 0→1": 2, "a 1→1": 2 });
    const arrays = countOutcomes({
      ...{ label: Int32Array.of(1, 0, 1, -1, 0), prediction: Int32Array.of(1, 1, 1, 1, 1) },
      ...{ group: new Int32Array(5), groups: ["a"], classes: ["0", "1"] },
    });
    expect(arrays.excluded).to.include({ unlabelled: 1 });
  });

  it("is -1 in a graph", async () => {
    const { nodes, labelled } = await loadTiny();
    expect([...nodes.label]).to.deep.equal([0, 1, -1]);
    expect(labelled).to.equal(2);
  });
});

describe("predictions and attributes in different order (fairpipe#30)", () => {
  // By position every group is right half of the time; by id, group a always and group b never.
  const predictions = "id,yhat\n1,1\n2,0\n3,1\n4,0\n";
  const people = "id,y,sex\n4,1,b\n3,1,a\n2,1,b\n1,1,a\n";
  const joined = async (files: Record<string, string>) =>
    countOutcomesFrom(
      { predictions: "p.csv", attributes: "q.csv", id: "id", folder: await tempFolder(files) },
      { sensitive: ["sex"], label: "y", prediction: "yhat" },
    );

  it("are joined by id: gap 1, not 0", async () => {
    const { all } = (await joined({ "p.csv": predictions, "q.csv": people })).attributes[0]!;
    expect(equalizedOddsDifference(all.outcomes!, { minimumSupport: 1 }).value).to.equal(1);
  });

  it("are refused with examples where an id is there twice, or has no partner", async () => {
    const twice = await rejection(joined({ "p.csv": `${predictions}3,0\n`, "q.csv": people }));
    expect(twice.message).to.match(/"3"/);
    const alone = await rejection(joined({ "p.csv": `${predictions}9,0\n`, "q.csv": people }));
    expect(alone.message).to.match(/"9"/);
    const missing = await rejection(joined({ "p.csv": predictions, "q.csv": `${people}77,0,a\n` }));
    expect(missing.message).to.match(/"77"/);
  });
});

describe("byte-order mark, quoted commas, CRLF, semicolons, trailing empty lines (crewAI#7466)", () => {
  const plain = 'node_id,"income, yearly",sex,y,yhat\nn1,5,a,1,1\nn2,6,b,0,1\n';
  const spellings: Record<string, string> = {
    "byte-order mark": `\ufeff${plain}`,
    CRLF: plain.replace(/\n/g, "\r\n"),
    semicolons: plain.replace(/,(?! )/g, ";"),
    "empty lines at the end": `${plain}\n\n`,
    "everything at once": `\ufeff${plain.replace(/,(?! )/g, ";").replace(/\n/g, "\r\n")}\r\n`,
  };
  for (const [name, text] of Object.entries(spellings)) {
    it(`is read with all columns in their place: ${name}`, async () => {
      const wanted = { ...request, sensitive: ["node_id", "sex", "income, yearly"] };
      const counted = await countText(text, wanted);
      expect(cellsOf(counted, 0)).to.deep.equal({ "n1 1→1": 1, "n2 0→1": 1 });
      expect(cellsOf(counted, 1)).to.deep.equal({ "a 1→1": 1, "b 0→1": 1 });
      expect(cellsOf(counted, 2)).to.deep.equal({ "5 1→1": 1, "6 0→1": 1 });
      const nodes = text.replace("yhat", "x1");
      const card = tiny["graph.yaml"].replace("id: id", "id: node_id").replace("sensitive: s", "sensitive: sex");
      const { graph } = await loadTiny({ "graph.yaml": card, "nodes.csv": nodes, "edges.csv": "n1,n2\n" });
      expect(graph.nodeIds).to.deep.equal(["n1", "n2"]);
      expect(graph.featureNames).to.deep.equal(["income, yearly", "x1"]);
    });
  }
});

describe("no label column (aequitas#115)", () => {
  it("leaves rates of predictions, and equalized odds that cannot be computed", async () => {
    const text = `sex,yhat\n${"a,1\n".repeat(6)}${"a,0\n".repeat(4)}${"b,1\n".repeat(2)}${"b,0\n".repeat(8)}`;
    const { name, all } = (await countText(text, { sensitive: ["sex"], prediction: "yhat" })).attributes[0]!;
    expect(all.outcomes).to.equal(undefined);
    const report = auditOutcomes({
      attributes: [{ name, predictions: all.predictions }],
      version: "0",
      settings: { maxGap: 1 },
    });
    const [attribute] = report.attributes;
    expect(report).to.include({ labelled: false, verdict: "inconclusive" });
    expect(attribute!.equalizedOdds).to.deep.include({ status: "undefined", value: null });
    expect(attribute!.equalizedOdds.reason).to.match(/label/);
    expect(attribute!.cells).to.deep.equal([]);
    expect(attribute!.demographicParityDifference.value).to.equal(0.4);
    expect(report.warnings.map(({ code }) => code)).to.include("no-labels");
  });
});

describe("a handful of rows (sagemaker-python-sdk#3260)", () => {
  const folder = useTempFolder();
  for (const rows of [1, 2, 3, 6]) {
    it(`are too few to compare, which is said without a stack trace: ${rows}`, async () => {
      const lines = Array.from({ length: rows }, (_, i) => `${i % 2 === 0 ? "a" : "b"},${i % 2},1`);
      await folder.write({ "p.csv": ["sex,y,yhat", ...lines, ""].join("\n") });
      const table = ["--predictions", folder.at("p.csv"), "--label", "y", "--prediction", "yhat", "--sensitive", "sex"];
      const { code, out, log } = await runCli(["audit", ...table]);
      expect(code).to.equal(0);
      expect(out.replace(/\s+/g, " ")).to.match(/at least 5 rows|fewer than 5 rows/);
      expect(out + log.join("\n")).not.to.match(/\bat .*\.[jt]s:\d|Error:|NaN/);
      expect((await runCli(["audit", ...table, "--max-gap", "1"])).code).to.equal(3);
    });
  }
});
