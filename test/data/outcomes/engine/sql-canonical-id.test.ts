import { DuckDBInstance } from "@duckdb/node-api";
import { canonicalId } from "@evenodds/core";
import { sqlCanonicalId } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";

describe("sqlCanonicalId", () => {
  it("is core's canonicalId in SQL", async () => {
    const number = fc.stringMatching(/^\s?[+-]{0,2}[0-9]{0,20}\.?[0-9.]{0,3}\s?$/);
    const zeros = fc.stringMatching(/^\s?[+-]?0{0,2}1?0?\.?0{0,3}\s?$/);
    const any = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", ""));
    const [texts] = fc.sample(
      fc.array(fc.oneof(number, zeros, any), { minLength: 3000, maxLength: 3000, size: "max" }),
      {
        numRuns: 1,
        seed: 1,
      },
    );
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run("CREATE TABLE t (i INTEGER, v VARCHAR)");
    const appender = await connection.createAppender("t");
    texts!.forEach((text, i) => {
      appender.appendInteger(i);
      appender.appendVarchar(text);
      appender.endRow();
    });
    appender.closeSync();
    const found = await connection.runAndReadAll(`SELECT ${sqlCanonicalId("v")} FROM t ORDER BY i`);
    connection.closeSync();
    instance.closeSync();
    expect(found.getRows().map((row) => row[0])).to.deep.equal(texts!.map(canonicalId));
    expect(texts!.filter((text) => canonicalId(text) !== text)).to.have.length.above(500);
  });
});
