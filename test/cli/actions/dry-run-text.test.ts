import { dryRunText } from "@evenodds/cli/internal";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("dryRunText", () => {
  it("says what each statement finds and would read", () => {
    const text = dryRunText([
      { what: "bounds", isExample: false, sql: "SELECT 1", estimate: { rows: 1234567, bytes: 52_000_000 } },
      { what: "counts", isExample: true, sql: "SELECT 2", estimate: { rows: undefined, bytes: 999 } },
      { what: "more", isExample: false, sql: "SELECT 3", estimate: undefined },
    ]);
    expect(text).to.equal(
      "-- 1 of 3: bounds\n-- The database expects to read about 1,234,567 rows, up to 52.0 MB.\nSELECT 1;\n\n" +
        "-- 2 of 3: counts\n-- Bounds in it come from other statements; 0 and 1 stand for them here.\n" +
        "-- The database expects to read up to 999 bytes.\nSELECT 2;\n\n" +
        "-- 3 of 3: more\nSELECT 3;\n",
    );
  });
});

describe("evenodds audit --dry-run", () => {
  const folder = useTempFolder();

  it("prints statements, writes nothing, and counts nothing", async () => {
    // The query would end with an error, were it run.
    const sql = "select error('run') as sex, 1 as y, 1 as yhat";
    const flags = ["audit", "--sql", sql, "--label", "y", "--prediction", "yhat", "--sensitive", "sex", "--dry-run"];
    const { code, out, log } = await runCli(flags);
    expect([code, log]).to.deep.equal([0, ["nothing was run: these statements would be"]]);
    expect(out).to.include("-- 1 of 1: ").and.include(sql).and.include("GROUP BY");
    const written = await runCli([...flags, "--out", folder.at("out")]);
    expect([written.code, written.out]).to.deep.equal([2, ""]);
    expect(written.log[0]).to.include("--dry-run").and.include("--out");
  });
});
