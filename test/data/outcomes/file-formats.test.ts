import { countOutcomesFrom } from "@evenodds/data";
import { expect } from "chai";
import { removeTempFolders } from "../support/temp-graph.js";
import { account, cellsOf, countText, parquetFolder, people, peopleCells, request } from "./support/counting.js";

after(removeTempFolders);

const rows = people
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));
const objects = rows.map(([id, sex, y, yhat]) => ({ id, sex, y: Number(y), yhat: yhat === "1" ? 1.0 : 0 }));

const files: readonly (readonly [string, string, string])[] = [
  ["CSV", "p.csv", people],
  ["a byte-order mark", "p.csv", `\ufeff${people}`],
  ["CRLF and blank lines at the end", "p.csv", `${people.replaceAll("\n", "\r\n")}\r\n\r\n`],
  ["semicolons", "p.csv", people.replaceAll(",", ";")],
  ["tabs", "p.tsv", people.replaceAll(",", "\t")],
  ["tabs in a .csv", "p.csv", people.replaceAll(",", "\t")],
  ["no line end at the end", "p.csv", people.trim()],
  ["blanks around cells", "p.csv", people.replaceAll(",", " , ")],
  ["quotes around everything", "p.csv", people.replace(/[^,\n]+/g, '"$&"')],
  ["JSON", "p.json", JSON.stringify(objects)],
  ["JSON with texts", "p.json", JSON.stringify(objects.map((row) => ({ ...row, y: `${row.y}.0` })))],
  ["a JSON object per line", "p.ndjson", objects.map((row) => `${JSON.stringify(row)}\n`).join("")],
  ["labels as 1.0 and predictions as +1", "p.csv", people.replace(/,(\d),(\d)\n/g, ",$1.0,+$2\n")],
];

describe("countOutcomesFrom, file formats", () => {
  for (const [what, name, text] of files) {
    it(`reads ${what}`, async () => {
      const counted = await countText(text, request, name);
      expect(cellsOf(counted)).to.deep.equal(peopleCells);
      expect(counted.classes).to.deep.equal(["0", "1"]);
      expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 5, used: 5 });
    });
  }

  it("keeps a quoted header and cells with commas in their places", async () => {
    const text = '\ufeffnode_id,"sex, as told",y,yhat\r\n1,"F, x",1,0\r\n2,"M",0,0\r\n\r\n';
    const counted = await countText(text, { ...request, sensitive: ["sex, as told"] });
    expect(cellsOf(counted)).to.deep.equal({ "F, x 1→0": 1, "M 0→0": 1 });
    const byId = await countText(text, { ...request, sensitive: ["node_id"] });
    expect(byId.attributes[0]!.all.outcomes!.groups).to.deep.equal(["1", "2"]);
  });

  for (const [type, yes, no] of [
    ["TINYINT", "1", "0"],
    ["UBIGINT", "1", "0"],
    ["FLOAT", "1", "0"],
    ["DOUBLE", "1", "0"],
    ["DECIMAL(4,2)", "1", "0"],
    ["VARCHAR", "'1'", "' 0.0'"],
    ["BLOB", "'1'", "'0'"],
  ] as const) {
    it(`reads Parquet ${type}`, async () => {
      const values = rows.map(
        ([id, sex, y, yhat]) =>
          `(${id}, '${sex}', ${y === "1" ? yes : no}::${type}, ${yhat === "1" ? yes : no}::${type})`,
      );
      const folder = await parquetFolder(`SELECT * FROM (VALUES ${values.join(", ")}) t(id, sex, y, yhat)`);
      const counted = await countOutcomesFrom({ predictions: "p.parquet", folder }, request);
      expect(cellsOf(counted)).to.deep.equal(peopleCells);
    });
  }

  it("reads booleans as false and true", async () => {
    const folder = await parquetFolder("SELECT * FROM (VALUES ('F', true, false), ('M', true, true)) t(sex, y, yhat)");
    const counted = await countOutcomesFrom({ predictions: "p.parquet", folder }, request);
    expect(cellsOf(counted)).to.deep.equal({ "F true→false": 1, "M true→true": 1 });
  });
});
