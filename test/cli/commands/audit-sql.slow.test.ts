import { mkdir, readdir, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { hostileSelects, hostileStatements, listener, snapshot } from "../../data/support/hostile-sql.js";
import { runChild } from "../support/child.js";
import { useTempFolder } from "../support/temp-folder.js";

const script = fileURLToPath(new URL("../support/evenodds-from-source.ts", import.meta.url));
const node = [process.execPath, "--import", import.meta.resolve("tsx"), "--conditions=@evenodds/source"] as const;
const attack =
  "select * from 'p.csv') as source; copy (select 42 as x) to 'PWNED.csv'; select * from (select * from 'p.csv'";
const people = "sex,y,yhat\nF,1,1\nF,1,0\nF,0,0\nM,1,1\nM,0,1\n";
const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex", "--json"];

describe("evenodds audit --sql", () => {
  const folder = useTempFolder();
  beforeEach(async () => {
    await folder.write({ "work/p.csv": people, "outside/secret.csv": people.replaceAll("M", "TOPSECRET") });
    await mkdir(folder.at("data"));
    await symlink("../outside/secret.csv", folder.at("work/link.csv"));
    const instance = await DuckDBInstance.create(folder.at("data/people.duckdb"));
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE t AS FROM '${folder.at("work/p.csv")}'`);
    connection.closeSync();
    instance.closeSync();
  });
  const home = process.cwd();
  beforeEach(() => process.chdir(folder.at("work")));
  afterEach(() => process.chdir(home));
  const audit = (...args: string[]) => runCli(["audit", ...args, ...columns]);
  const rows = (out: string) => (JSON.parse(out) as AuditReport).attributes[0]!.rows.used;

  it("runs one SELECT over files below the working directory, or over a database", async () => {
    const file = await audit("--sql", "select * from 'p.csv'; -- all");
    expect([file.code, rows(file.out)]).to.deep.equal([0, 5]);
    const table = await audit("--sql", "from t", "--db", "../data/people.duckdb", "--sql-files", "none");
    expect([table.code, rows(table.out)]).to.deep.equal([0, 5]);
    expect(await readdir(folder.at("work"))).to.deep.equal(["link.csv", "p.csv"]);
  });

  it("ends with code 2, one line, and nothing done for any other text", async () => {
    const network = await listener();
    const target = { outside: folder.at("outside"), db: folder.at("data/people.duckdb"), port: network.port };
    const before = snapshot(folder.at());
    const texts = [attack, ...hostileStatements(target), ...hostileSelects(target)].filter((_, i) => i % 4 === 0);
    for (const [i, sql] of texts.entries()) {
      const { code, out, log } = await audit("--sql", sql, ...(i % 2 === 0 ? ["--db", "../data/people.duckdb"] : []));
      expect([code, out, log.length], sql).to.deep.equal([2, "", 1]);
      expect(log[0], sql)
        .to.match(/^evenodds: sql: expected .*; .*$/)
        .and.not.include("TOPSECRET");
    }
    expect(snapshot(folder.at())).to.deep.equal(before);
    expect(network.connections()).to.equal(0);
    network.close();
  });

  it("keeps what a process of its own writes to its report, or to one line", async () => {
    const child = (sql: string) =>
      runChild([...node, script, "audit", "--sql", sql, ...columns], { cwd: folder.at("work") });
    const { code, out, log } = await child(
      "select 'F' as sex, 1 as y, 1 as yhat from enable_logging(storage = 'stdout')",
    );
    expect([code, out]).to.deep.equal([2, ""]);
    expect(log).to.match(/^evenodds: sql: expected one SELECT and nothing else, [^\n]*\n$/);
    expect(rows((await child("from 'p.csv'")).out)).to.equal(5);
    expect(await readdir(folder.at("work"))).to.deep.equal(["link.csv", "p.csv"]);
  });

  it("reads other files where --sql-files says so, and none where it says that", async () => {
    for (const file of ["link.csv", "../outside/secret.csv", folder.at("outside/secret.csv")]) {
      const sql = `select * from '${file}'`;
      const refused = await audit("--sql", sql);
      expect([refused.code, refused.out], file).to.deep.equal([2, ""]);
      expect(refused.log[0]).to.include("--sql-files any").and.not.include("TOPSECRET");
      expect(rows((await audit("--sql", sql, "--sql-files", "any")).out)).to.equal(5);
    }
    const none = await audit("--sql", "from 'p.csv'", "--sql-files", "none");
    expect(none.code).to.equal(2);
    expect(none.log[0]).to.include("--sql-files cwd");
  });

  it("takes --sql-files only for a query in DuckDB", async () => {
    for (const flags of [
      ["--predictions", "p.csv"],
      ["--counts", "p.csv"],
      ["--sql", "from t", "--postgres", "postgres://a@b/c"],
    ]) {
      const { code, log } = await audit(...flags, "--sql-files", "any");
      expect([code, log.length], flags.join(" ")).to.deep.equal([2, 1]);
      expect(log[0]).to.match(/^evenodds: --sql-files: /);
    }
    const { code, log } = await audit("--sql", "from t", "--sql-files", "all");
    expect([code, log.length]).to.deep.equal([2, 1]);
  });
});
