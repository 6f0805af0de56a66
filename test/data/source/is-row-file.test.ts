import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { isRowFile } from "@evenodds/data";
import { expect } from "chai";
import { removeTempFolders, tempFolder } from "../support/temp-graph.js";

after(removeTempFolders);

const card = { nodes: { files: "n.csv" }, edges: "e.csv" };

async function isRows(content: string): Promise<boolean> {
  return isRowFile(join(await tempFolder({ "t.json": content }), "t.json"));
}

describe("isRowFile", () => {
  it("goes by the extension alone, but for .json", () => {
    for (const name of ["a.csv", "a.TSV", "a.parquet", "a.ndjson", "a.jsonl"])
      expect(isRowFile(name), name).to.equal(true);
    for (const name of ["graph", "graph.yaml", "g.npz", "none.json", "."])
      expect(isRowFile(name), name).to.equal(false);
  });

  it("takes an array, or an object per line, for rows, and an object with nodes for a card", async () => {
    expect(await isRows('[{"a": 1}]')).to.equal(true);
    expect(await isRows('\ufeff\n  [\n{"a": 1}]')).to.equal(true);
    expect(await isRows('{"a": 1}\n{"a": 2}\n')).to.equal(true);
    expect(await isRows(JSON.stringify(card))).to.equal(false);
    expect(await isRows(JSON.stringify(card, null, 2))).to.equal(false);
    // A card may be any YAML.
    expect(await isRows("{nodes: n.csv, edges: e.csv}")).to.equal(false);
    expect(await isRows("")).to.equal(false);
  });

  it("refuses one object that is neither, with what to write", async () => {
    for (const [content, found] of [
      ['{"rows": [{"a": 1}], "count": 1}', 'one object with "rows", "count"'],
      ['{"a": 1}\n', 'one object with "a"'],
      ["{}", "one object without keys"],
    ] as const) {
      const folder = await tempFolder({ "t.json": content });
      expect(() => isRowFile(join(folder, "t.json")), content)
        .to.throw(InputError, `t.json: expected rows, as an array of objects or an object per line, or a graph card`)
        .with.property("message")
        .that.includes(found);
    }
  });
});
