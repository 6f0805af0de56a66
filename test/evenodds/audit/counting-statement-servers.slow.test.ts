import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withSpark, withTrino, type GroupByEngine } from "@evenodds/data";
import { auditTable, countingStatement } from "evenodds";
import { expect } from "chai";
import { countedCases, restOf, rowsSql } from "../../support/counted-tables.js";
import { sparkToken } from "../../support/servers/spark-server.js";
import { withServer } from "../../support/servers/with-server.js";

const engines = {
  spark: { open: withSpark, types: { text: "STRING", double: "DOUBLE", real: "FLOAT" } },
  trino: { open: withTrino, types: { double: "DOUBLE" } },
} as const;

for (const name of ["spark", "trino"] as const) {
  const { open, types } = engines[name];
  describe(`countingStatement in ${name}`, () => {
    const server = withServer(name);
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), "counting-"));
      if (name === "spark") process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN = sparkToken;
    });
    after(() => {
      delete process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN;
      rmSync(folder, { recursive: true, force: true });
    });
    const work = <T>(act: (engine: GroupByEngine) => Promise<T>) => open({ url: server().url }, act);

    for (const [what, { table, options }] of Object.entries(countedCases)) {
      it(`gives the report of the query itself, in DuckDB: ${what}`, async () => {
        const sql = rowsSql(table, types);
        const printed = await countingStatement({ sql, dialect: name }, options);
        const rows = await work((engine) => engine.runGroupBy(printed.sql));
        const result = join(folder, "result.ndjson");
        const lines = rows.map((row) => Object.fromEntries(printed.columns.map((column, i) => [column, row[i]])));
        writeFileSync(result, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        const { count, small, audit } = printed;
        const brought = await auditTable({ counts: result, count, small }, { ...audit, draws: 100 });
        const live = await auditTable({ sql: rowsSql(table) }, { ...options, draws: 100 });
        expect(restOf(brought)).to.deep.equal(restOf(live));
        if (options.minCell === undefined) return;
        // What the printed statement merges, the audit in the server merges too.
        const inServer = await work((engine) => auditTable({ sql, engine }, { ...options, draws: 100 }));
        expect(restOf(inServer)).to.deep.equal(restOf(live));
      });
    }
  });
}
