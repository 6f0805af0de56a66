import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
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
});
