import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { allRows, tableToParquet, withDatabase } from "@evenodds/data/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { lines } from "./support/made-up.js";

after(removeTempFolders);

/** Type and values of the columns of a CSV after conversion. */
async function converted(csv: string, { header = true, rename = undefined as readonly string[] | undefined } = {}) {
  const folder = await tempFolder({ "t.csv": csv });
  const to = join(folder, "t.parquet");
  await tableToParquet({ file: { path: "t.csv" }, folder, layout: { header } }, { to, rename });
  return withDatabase(async (connection) => {
    const columns = await allRows(connection, `DESCRIBE SELECT * FROM '${to}'`);
    const rows = await allRows(connection, `SELECT * FROM '${to}'`);
    return columns.map((column, c) => [column[0], column[1], rows.map((row) => row[c])]);
  });
}

describe("tableToParquet", () => {
  it("writes whole numbers in any notation as integers, in the order of the rows", async () => {
    expect(await converted(lines("a,b,c", "3,8.38e+02,1.0", "-1,0.000e+00,0.0", "2147483647,5e0,"))).to.deep.equal([
      ["a", "INTEGER", [3, -1, 2147483647]],
      ["b", "INTEGER", [838, 0, 5]],
      ["c", "INTEGER", [1, 0, null]],
    ]);
  });

  it("keeps ids above 2^53 whole", async () => {
    expect(await converted(lines("a,b", "9007199254740993,2147483648", "1,1"))).to.deep.equal([
      ["a", "BIGINT", [9007199254740993n, 1n]],
      ["b", "BIGINT", [2147483648n, 1n]],
    ]);
  });

  it("writes other numbers as doubles", async () => {
    expect(await converted(lines("a,b", "0.1,1e-3", "2,-0"))).to.deep.equal([
      ["a", "DOUBLE", [0.1, 2]],
      ["b", "DOUBLE", [0.001, -0]],
    ]);
  });

  it("leaves as text what a number would change", async () => {
    const csv = lines("a,b,c,d", "007,99999999999999999999,x,inf", "1,1,2,1.5");
    expect(await converted(csv)).to.deep.equal([
      ["a", "VARCHAR", ["007", "1"]],
      ["b", "VARCHAR", ["99999999999999999999", "1"]],
      ["c", "VARCHAR", ["x", "2"]],
      ["d", "VARCHAR", ["inf", "1.5"]],
    ]);
  });

  it("names the first columns and drops the rest on request", async () => {
    expect(await converted(lines("0 5 9", "1 6 9"), { header: false, rename: ["source", "target"] })).to.deep.equal([
      ["source", "INTEGER", [0, 1]],
      ["target", "INTEGER", [5, 6]],
    ]);
  });

  it("says so where there is no room", async function () {
    if (!existsSync("/dev/full")) return skipBecause(this, "only Linux has /dev/full");
    const folder = await tempFolder({ "t.csv": "a\n1\n" });
    const from = { file: { path: "t.csv" }, folder, layout: { header: true } };
    const error = await rejection(tableToParquet(from, { to: "/dev/full" }));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/^\/dev\/full: expected a place with room .* found No space left on device; /);
  });
});
