import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { auditCase, type Rows } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

const rows: Rows = [
  ["a", "1", "1"],
  ["a", "0", "1"],
  ["b", "", "0"],
];

/** softmax(0, 1): the logits of the test model are the features 0 and 1. */
const sure = Math.fround(Math.E / (1 + Math.E));
const unsure = Math.fround(1 / (1 + Math.E));

describe("evenodds predict", () => {
  const folder = useTempFolder();
  beforeEach(() => folder.write(auditCase(rows)));
  const predict = (file: string) =>
    runCli(["predict", folder.at("model.onnx"), folder.at("graph"), "--out", folder.at(file)]);

  it("writes node id, prediction, label and probabilities as CSV", async () => {
    const { code, out, log } = await predict("deep/predictions.csv");
    expect({ code, out }).to.deep.equal({ code: 0, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/^wrote .*predictions\.csv: 3 nodes$/);
    const [head, ...lines] = (await readFile(folder.at("deep", "predictions.csv"), "utf8")).trim().split("\n");
    expect(head).to.equal("node_id,predicted,label,probability_0,probability_1");
    const cells = lines.map((line) => line.split(","));
    expect(cells.map((row) => row.slice(0, 3))).to.deep.equal([
      ["n0", "1", "1"],
      ["n1", "1", "0"],
      ["n2", "0", ""],
    ]);
    expect(cells.map((row) => row.slice(3).map((text) => Math.fround(Number(text))))).to.deep.equal([
      [unsure, sure],
      [unsure, sure],
      [sure, unsure],
    ]);
  });

  it("writes JSON", async () => {
    await predict("predictions.json");
    const written = JSON.parse(await readFile(folder.at("predictions.json"), "utf8")) as Record<string, unknown>[];
    expect(written.map(({ node_id: id, predicted, label }) => [id, predicted, label])).to.deep.equal([
      ["n0", "1", "1"],
      ["n1", "1", "0"],
      ["n2", "0", null],
    ]);
  });

  it("writes Parquet", async () => {
    await predict("predictions.parquet");
    const database = await DuckDBInstance.create(":memory:");
    const connection = await database.connect();
    const query = `SELECT node_id, predicted, label, probability_1 FROM '${folder.at("predictions.parquet")}'`;
    expect((await connection.runAndReadAll(query)).getRows()).to.deep.equal([
      ["n0", "1", "1", sure],
      ["n1", "1", "0", sure],
      ["n2", "0", null, unsure],
    ]);
    connection.closeSync();
    database.closeSync();
  });

  it("leaves the label out where the graph has none", async () => {
    await folder.write(auditCase(rows.map(([group, , prediction]) => [group, "", prediction] as const)));
    await predict("predictions.csv");
    const text = await readFile(folder.at("predictions.csv"), "utf8");
    expect(text.split("\n")[0]).to.equal("node_id,predicted,probability_0,probability_1");
  });

  it("refuses a file name without a format, and a folder, before it runs the model", async () => {
    await mkdir(folder.at("place.csv"));
    for (const [file, message] of [
      ["predictions.xlsx", /predictions\.xlsx: expected a file name that ends in \.csv/],
      ["place.csv", /--out: expected a file to write, found the folder/],
      ["model.onnx/predictions.csv", /--out: .*within the file/],
    ] as const) {
      const { code, out, log } = await predict(file);
      expect({ code, out }).to.deep.equal({ code: 2, out: "" });
      expect(log).to.have.length(1);
      expect(log[0]).to.match(message);
    }
    expect(existsSync(folder.at("predictions.xlsx"))).to.equal(false);
  });

  it("writes the probabilities of one logit as the sigmoid", async () => {
    // z = right − left = ±1.
    const weights = [-1, 1];
    const metadata = { "evenodds.task": "binary", "evenodds.classes": '["0","1"]' };
    await folder.write({
      "binary.onnx": linearModel({ features: 2, classes: 1 }, { weights, metadata }),
      "foreign.onnx": linearModel({ features: 2, classes: 1 }, { weights }),
    });
    await predict("two.csv");
    const expected = await readFile(folder.at("two.csv"), "utf8");
    const one = (model: string, ...flags: string[]) =>
      runCli(["predict", folder.at(model), folder.at("graph"), "--out", folder.at("one.csv"), ...flags]);
    expect((await one("binary.onnx")).log).to.have.length(1);
    expect(await readFile(folder.at("one.csv"), "utf8")).to.equal(expected);
    const told = await one("foreign.onnx", "--one-logit");
    expect(told.log[0]).to.match(/^note: The one output column .* class "1"/);
    expect(await readFile(folder.at("one.csv"), "utf8")).to.equal(expected);
    const untold = await one("foreign.onnx");
    expect([untold.code, untold.log.length]).to.deep.equal([2, 1]);
    expect(untold.log[0]).to.match(/add --one-logit/);
  });

  it("writes the numbers of a regression, with targets where the graph has some", async () => {
    const weights = [0.5, -2];
    const metadata = { "evenodds.task": "regression", "evenodds.classes": "[]" };
    const files = auditCase(rows);
    const card = String(files["graph/graph.yaml"]);
    const label = "label: { column: y, classes: { 0: 0, 1: 1 } }";
    await folder.write({
      ...files,
      "regression.onnx": linearModel({ features: 2, classes: 1 }, { weights, metadata }),
      "foreign.onnx": linearModel({ features: 2, classes: 1 }, { weights }),
      "graph/graph.yaml": card.replace(label, "label: { column: y, numeric: true }"),
    });
    const regression = (model: string, ...flags: string[]) =>
      runCli(["predict", folder.at(model), folder.at("graph"), "--out", folder.at("numbers.csv"), ...flags]);
    const written = () => readFile(folder.at("numbers.csv"), "utf8");
    expect((await regression("regression.onnx")).log).to.have.length(1);
    expect(await written()).to.equal("node_id,predicted,target\nn0,-2.0,1.0\nn1,-2.0,0.0\nn2,0.5,\n");
    expect((await regression("foreign.onnx")).log[0]).to.match(/found numbers .*add --regression/);
    expect((await regression("foreign.onnx", "--regression")).code).to.equal(0);
    expect((await predict("p.csv")).log[0]).to.match(
      /expected classes, because the model is a classifier, found numbers/,
    );

    await folder.write({ "graph/graph.yaml": card.replace(label, "features: { include: [left, right] }") });
    expect((await regression("regression.onnx")).code).to.equal(0);
    expect(await written()).to.equal("node_id,predicted\nn0,-2.0\nn1,-2.0\nn2,0.5\n");
    const unclear = await regression("foreign.onnx");
    expect(unclear.log[0]).to.match(/--one-logit .*--regression/);

    await folder.write({ "graph/graph.yaml": card });
    const onClasses = await regression("regression.onnx");
    expect([onClasses.code, onClasses.log.length]).to.deep.equal([2, 1]);
    expect(onClasses.log[0]).to.match(
      /expected numbers, because the model is a regression, found classes \("0", "1"\)/,
    );
  });
});
