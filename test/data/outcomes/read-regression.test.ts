import { InputError, UsageError } from "@evenodds/core";
import { readRegression, type RegressionRequest } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { parquetFolder } from "./support/counting.js";

after(removeTempFolders);

const request: RegressionRequest = { sensitive: ["sex"], label: "y", prediction: "yhat" };

async function readText(text: string, wanted: Partial<RegressionRequest> = {}) {
  return readRegression(
    { predictions: "p.csv", folder: await tempFolder({ "p.csv": text }) },
    { ...request, ...wanted },
  );
}

describe("readRegression", () => {
  it("reads numbers, and groups as codes of sorted levels, −1 and NaN where they are missing", async () => {
    const text = "sex,y,yhat\nM,1.5,2\nF,-3e2,.5\nNA,1,1\n F,,1\n";
    const { attributes, read, name, files } = await readText(text);
    const [{ group, groups, label, prediction }] = attributes as [(typeof attributes)[number]];
    expect(groups).to.deep.equal(["F", "M"]);
    expect(Array.from(group)).to.deep.equal([1, 0, -1, 0]);
    expect(Array.from(label)).to.deep.equal([1.5, -300, 1, NaN]);
    expect(Array.from(prediction)).to.deep.equal([2, 0.5, 1, 1]);
    expect([read, name, files.length]).to.deep.equal([4, "p.csv", 1]);
  });

  it("reads the same from Parquet, a query, files in parts and files joined by id", async () => {
    const sql = "SELECT i AS id, i % 3 AS sex, i / 4.0 AS y, CAST(i AS FLOAT) / 8 AS yhat FROM range(5000) r(i)";
    const folder = await parquetFolder(sql);
    const whole = await readRegression({ predictions: "p.parquet", folder }, request);
    const query = await readRegression({ sql: `SELECT * FROM '${folder}/p.parquet'`, sqlFiles: "any" }, request);
    expect(query.attributes).to.deep.equal(whole.attributes);
    expect(whole.attributes[0]!.label[4999]).to.equal(4999 / 4);
    const lines = (part: number) => [0, 1].map((i) => `${2 * part + i},F,${i},${part}`).join("\n");
    const parts = await tempFolder({
      "a.csv": `id,sex,y,yhat\n${lines(0)}\n`,
      "b.csv": `id,sex,y,yhat\n${lines(1)}\n`,
      "yhat.csv": "id,yhat\n0,0\n1,0\n2,1\n3,1\n9,1\n",
      "who.csv": "id,sex,y\n3,F,1\n2,F,0\n1,F,1\n0,F,0\n",
    });
    const both = await readRegression({ predictions: ["a.csv", "b.csv"], folder: parts }, request);
    expect(Array.from(both.attributes[0]!.prediction)).to.deep.equal([0, 0, 1, 1]);
    const joined = await readRegression(
      { predictions: "yhat.csv", attributes: "who.csv", id: "id", unmatched: "exclude", folder: parts },
      request,
    );
    expect([...joined.attributes[0]!.prediction].sort()).to.deep.equal([0, 0, 1, 1]);
    expect(joined.excluded).to.deep.equal({ unlabelled: 0, "missing-attribute": 1 });
    expect(joined.read).to.equal(5);
  });

  it("cuts numbers into bins, crosses attributes and keeps missing ones as a group where asked", async () => {
    const text = "sex,age,y,yhat\nF,20,1,1\nM,40,1,1\nF,,1,1\nM,NA,1,1\n";
    const { attributes } = await readText(text, {
      sensitive: ["sex", { column: "age", bins: [30], whenMissing: "own-group" }],
      crossed: "all",
    });
    expect(attributes.map(({ name }) => name)).to.deep.equal(["sex", "age", "sex × age"]);
    expect(attributes[1]!.groups).to.deep.equal(["<30", ">=30", "(missing)"]);
    expect(Array.from(attributes[1]!.group)).to.deep.equal([0, 1, 2, 2]);
    expect(attributes[2]!.groups[attributes[2]!.group[3]!]).to.equal("M × (missing)");
  });

  it("refuses texts among numbers, missing predictions, unknown columns and tables that only count", async () => {
    const refused = async (text: string, words: string, wanted: Partial<RegressionRequest> = {}) => {
      const error = await rejection(readText(text, wanted));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include(words);
    };
    await refused("sex,y,yhat\nF,high,1\n", 'label column "y": expected numbers, found "high"');
    await refused("sex,y,yhat\nF,1,\n", 'prediction column "yhat"');
    await refused("sex,y,yhat\nF,1,inf\n", 'prediction column "yhat"');
    await refused("sex,y,yhatt\nF,1,1\n", 'did you mean "yhatt"');
    await refused("sex,y,yhat\n", "expected rows");
    const excluded = await readText("sex,y,yhat\nF,1,\nF,1,2\n", {
      prediction: { column: "yhat", whenMissing: "exclude" },
    });
    expect(Array.from(excluded.attributes[0]!.prediction)).to.deep.equal([NaN, 2]);
    const engine = {
      dialect: {
        name: (column: string) => `"${column}"`,
        doubleType: "DOUBLE PRECISION",
        wholeNumber: (double: string) => `CAST(${double} AS BIGINT)`,
        text: (value: string) => value,
        double: (value: string) => value,
        isFinite: () => "TRUE",
        isSinglePrecision: () => false,
        wideInteger: "numeric",
      },
      describe: () => Promise.resolve(["sex", "y", "yhat"].map((name) => ({ name, type: "text" }))),
      runGroupBy: () => Promise.resolve([]),
    };
    const counting = await rejection(readRegression({ sql: "SELECT 1", engine }, request));
    expect(counting).to.be.instanceOf(UsageError);
    expect(counting.message).to.include("reads rows");
  });
});
