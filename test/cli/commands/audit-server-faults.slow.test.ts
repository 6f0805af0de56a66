import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { withSpark } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { permissionsLack } from "../../support/heed-permissions.js";
import { sparkToken } from "../../support/servers/spark-server.js";
import { trinoStatement } from "../../support/servers/trino-statement.js";
import { withServer } from "../../support/servers/with-server.js";
import { skipBecause } from "../../support/skip-because.js";
import { useTempFolder } from "../support/temp-folder.js";

/** What is asked, what has to be said, and what is put behind the server's address. */
type Fault = readonly [what: string, sql: string, says: RegExp, address?: string];

const scored = (from: string) => `SELECT 'F' AS sex, 1 AS y, 1 AS yhat FROM ${from}`;
const thousands = "UNNEST(sequence(1, 10000))";

function refusesEach(flag: "--spark" | "--trino", { url, at }: { url: () => string; at: (name: string) => string }) {
  return (faults: readonly Fault[]) => {
    for (const [what, sql, says, address = ""] of faults) {
      it(`ends with 2, one line and no report for ${what}`, async function () {
        const lack = what === "a table that may not be read" ? permissionsLack() : undefined;
        if (lack !== undefined) skipBecause(this, lack);
        const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex"];
        const place = url() + address;
        const { code, out, log } = await runCli([
          "audit",
          "--sql",
          sql,
          flag,
          place,
          ...columns,
          "--out",
          at("report"),
        ]);
        expect(log.join("\n")).to.match(says);
        expect([code, out, log.length, existsSync(at("report"))]).to.deep.equal([2, "", 1, false]);
      });
    }
  };
}

describe("evenodds audit --spark where something fails", function () {
  this.timeout(180_000);
  const server = withServer("spark");
  const folder = useTempFolder();
  before(() => (process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN = sparkToken));
  after(() => delete process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN);
  beforeEach(async () => {
    const place = folder.at("closed");
    await withSpark({ url: server().url }, async (engine) => {
      await engine.runGroupBy("DROP TABLE IF EXISTS closed");
      await engine.runGroupBy(`CREATE TABLE closed USING parquet LOCATION '${place}' AS ${scored("range(4)")}`);
    });
    for (const file of readdirSync(place)) chmodSync(join(place, file), 0);
  });

  refusesEach("--spark", { url: () => server().url, at: folder.at })([
    [
      "a table that may not be read",
      "SELECT * FROM closed",
      /expected a query that the user may run.*Permission denied/,
    ],
    [
      "a table of a catalog that may not be read",
      "SELECT * FROM guarded.a.b",
      /a query that the user may run.*\[select\]/,
    ],
    ["a missing column", "SELECT sx FROM closed", /`sx`/],
    ["a query that takes too long", scored("range(100000000000000)"), /an answer in time/, "/;timeout=2"],
  ]);
});

describe("evenodds audit --trino where something fails", function () {
  this.timeout(180_000);
  const server = withServer("trino");
  const folder = useTempFolder();
  const { at } = folder;
  beforeEach(() => trinoStatement(server().monitor, `CREATE TABLE IF NOT EXISTS hidden AS ${scored("(VALUES 1)")}`));

  refusesEach("--trino", { url: () => server().url, at })([
    ["a table that the user may not read", "SELECT * FROM hidden", /expected a query that the user may run.*hidden/],
    ["a missing column", "SELECT sx FROM hidden", /COLUMN_NOT_FOUND/],
    [
      "a query that takes too long",
      `${scored(`${thousands} AS t(a), ${thousands} AS u(b), ${thousands} AS v(c)`)}`,
      /an answer in time/,
      "?query_max_run_time=2s",
    ],
  ]);
});
