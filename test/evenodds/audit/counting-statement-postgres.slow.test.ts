import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditTable, countingStatement } from "evenodds";
import { Client } from "pg";
import { expect } from "chai";
import { countedCases, restOf, rowsSql } from "../../support/counted-tables.js";
import { withPostgresServer } from "../../support/with-postgres-server.js";

describe("countingStatement in PostgreSQL", () => {
  const server = withPostgresServer();
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "counting-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a statement in the server and returns a file with its result. */
  async function resultOf(sql: string): Promise<string> {
    const client = new Client({ connectionString: server().url });
    await client.connect();
    try {
      const { rows } = await client.query<object>(sql);
      const file = join(folder, "result.ndjson");
      writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      return file;
    } finally {
      await client.end();
    }
  }

  for (const [name, { table, options }] of Object.entries(countedCases)) {
    it(`gives the report of the query itself, in the server and in DuckDB: ${name}`, async () => {
      const rows = rowsSql(table);
      await server().run(`DROP TABLE IF EXISTS counted; CREATE TABLE counted AS ${rows}`);
      const asked = { ...options, draws: 100 };
      const {
        sql: statement,
        count,
        small,
        audit,
      } = await countingStatement({ from: "counted", dialect: "postgres" }, options);
      const brought = await auditTable({ counts: await resultOf(statement), count, small }, { ...audit, draws: 100 });
      const inServer = await auditTable({ sql: "SELECT * FROM counted", postgres: server().url }, asked);
      expect(restOf(brought)).to.deep.equal(restOf(inServer));
      expect(restOf(brought)).to.deep.equal(restOf(await auditTable({ sql: rows }, asked)));
    });
  }
});
