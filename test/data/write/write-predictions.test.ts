import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { InputError } from "@evenodds/core";
import { writePredictions } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

const predictions = {
  nodeIds: ["9007199254740993", "b,c"],
  classes: ["no", "yes"],
  predicted: Int32Array.of(1, -1),
  label: Int32Array.of(0, -1),
  probabilities: Float32Array.of(0.25, 0.75, NaN, Infinity),
};

const written = async (name: string) => {
  const file = join(await tempFolder(), name);
  await writePredictions(file, predictions);
  return file;
};

describe("writePredictions", () => {
  it("writes CSV and TSV with empty cells for what is not there", async () => {
    expect(await readFile(await written("p.csv"), "utf8")).to.equal(
      'node_id,predicted,label,probability_no,probability_yes\n9007199254740993,yes,no,0.25,0.75\n"b,c",,,,\n',
    );
    expect(await readFile(await written("p.tsv"), "utf8")).to.equal(
      "node_id\tpredicted\tlabel\tprobability_no\tprobability_yes\n9007199254740993\tyes\tno\t0.25\t0.75\nb,c\t\t\t\t\n",
    );
  });

  it("writes JSON in which ids are texts and missing values null", async () => {
    expect(JSON.parse(await readFile(await written("p.json"), "utf8"))).to.deep.equal([
      { node_id: "9007199254740993", predicted: "yes", label: "no", probability_no: 0.25, probability_yes: 0.75 },
      { node_id: "b,c", predicted: null, label: null, probability_no: null, probability_yes: null },
    ]);
  });

  it("writes Parquet", async () => {
    const file = await written("p.parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`)).getRows();
    connection.closeSync();
    instance.closeSync();
    expect(rows).to.deep.equal([
      ["9007199254740993", "yes", "no", 0.25, 0.75],
      ["b,c", null, null, null, null],
    ]);
  });

  it("leaves out labels and probabilities that are not given, and replaces a file", async () => {
    const file = await written("p.csv");
    const { nodeIds, classes, predicted } = predictions;
    await writePredictions(file, { nodeIds, classes, predicted });
    expect((await readFile(file, "utf8")).split("\n")[0]).to.equal("node_id,predicted");
    expect(await readdir(join(file, ".."))).to.deep.equal(["p.csv"]);
  });

  it("writes the numbers of a regression with the digits of a float32, and targets where there are some", async () => {
    const file = join(await tempFolder(), "p.csv");
    const numbers = { nodeIds: ["a", "b", "c"], predicted: Float64Array.of(Math.fround(0.1), -2, NaN) };
    await writePredictions(file, { ...numbers, target: Float64Array.of(0.1, NaN, 1e6) });
    expect(await readFile(file, "utf8")).to.equal("node_id,predicted,target\na,0.1,0.1\nb,-2.0,\nc,,1000000.0\n");
    await writePredictions(file, numbers);
    expect(await readFile(file, "utf8")).to.equal("node_id,predicted\na,0.1\nb,-2.0\nc,\n");
    const error = await rejection(writePredictions(file, { ...numbers, target: Float64Array.of(1) }));
    expect(error.message).to.include("target: expected 3 values, found 1");
  });

  it("refuses an unknown extension and lengths that disagree", async () => {
    expect(await rejection(written("p.xlsx"))).to.be.instanceOf(InputError);
    const file = join(await tempFolder(), "p.csv");
    const error = await rejection(writePredictions(file, { ...predictions, label: Int32Array.of(0) }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("label: expected 2 values, found 1");
  });
});
