import { readFileSync } from "node:fs";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const asked = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex,age"];

describe("evenodds sql", () => {
  const folder = useTempFolder();

  it("prints one statement, with the command that audits its result above it", async () => {
    const args = ["sql", "--dialect", "snowflake", "--from", "scored", ...asked];
    const { code, out, log } = await runCli([
      ...args,
      "--bins",
      "age=30,50",
      "--cross",
      "sex*age",
      "--missing",
      "own-group",
    ]);
    expect([code, log]).to.deep.equal([0, []]);
    const lines = out.split("\n");
    expect(lines.slice(0, 5)).to.deep.equal([
      "-- Counts rows in Snowflake for an audit of equalized odds: sex, age, y, yhat.",
      "-- Save the result as CSV with a header, or as Parquet, and audit it:",
      "--   evenodds audit --counts result.csv --label y --prediction yhat --sensitive sex,age --cross 'sex*age' --missing own-group --levels 'age=<30,30..<50,>=50'",
      '-- Each line is a combination that occurs, and "count" its number of rows. Rows that lack a value are among them.',
      "-- Tested without Snowflake itself: not run on the service.",
    ]);
    expect(out).to.match(/\n;\n$/);
    expect(out.match(/;/g)).to.have.length(1);
    expect(out).to.include("FROM (\nSELECT * FROM scored\n) AS source");
  });

  it("says of scores, weights and clusters that each has lines of its own", async () => {
    const args = ["sql", "--dialect", "duckdb", "--from", "t", "--label", "y", "--score", "s", "--threshold", "-0.5"];
    const { out } = await runCli([...args, "--sensitive", "sex", "--weight", "w", "--positive", "it's"]);
    expect(out).to.include("--threshold=-0.5 --positive 'it'\\''s' --sensitive sex --weight w");
    expect(out).to.include("Each value of s and w has lines of its own");
    expect(out).to.not.include("not run on the service");
  });

  it("writes the statement to a file, and prints nothing then", async () => {
    const file = folder.at("out/count.sql");
    const args = ["sql", "--dialect", "duckdb", "--sql", "FROM t;", ...asked];
    const printed = await runCli(args);
    const { code, out, log } = await runCli([...args, "--out", file]);
    expect([code, out]).to.deep.equal([0, ""]);
    expect(log).to.deep.equal([`wrote ${file}`]);
    expect(readFileSync(file, "utf8")).to.equal(printed.out);
  });

  for (const [what, args, words] of [
    ["neither table nor query", [], "--from: expected the table or the query whose rows are counted, found none"],
    ["both", ["--from", "t", "--sql", "SELECT 1"], "--sql: expected one of the"],
    ["a query for a table", ["--from", "t WHERE a"], "--from: expected the name of a table"],
    ["two statements", ["--sql", "SELECT 1; DROP TABLE t"], "sql: expected one SELECT and nothing else"],
    ["a text that leaves its brackets", ["--sql", "SELECT 1) AS source --"], "closes nothing"],
    ["a name over two lines", ["--from", "t", "--given", "a\nb"], "columns: expected names"],
  ] as const) {
    it(`refuses ${what} with one line`, async () => {
      const { code, out, log } = await runCli(["sql", "--dialect", "spark", ...args, ...asked]);
      expect([code, out, log.length], log.join("\n")).to.deep.equal([2, "", 1]);
      expect(log[0]).to.include(words);
    });
  }
});
