import { auditIdentity, auditOptions, DescribedCommand } from "@evenodds/cli/internal";
import { expect } from "chai";

/** What tells the audit of a command line from others. */
async function identityOf(...args: readonly string[]): Promise<string[]> {
  const command = new DescribedCommand(auditOptions).exitOverride().action(() => undefined);
  await command.parseAsync([...args], { from: "user" });
  return auditIdentity(command);
}

const columns = ["--label", "y", "--prediction", "p", "--sensitive", "sex"];
const query = (sql: string, ...more: string[]) => identityOf("--sql", sql, ...columns, ...more);
const model = (graph: string, ...more: string[]) => identityOf("models/nba-gcn/model.onnx", graph, ...more);

describe("auditIdentity", () => {
  it("names what is read and what of it is looked at", async () => {
    expect(await model("./samples/nba", "--split", "test", "--max-gap", "0.1")).to.deep.equal([
      'model ["models/nba-gcn/model.onnx"]',
      'graph ["samples/nba"]',
      '--split "test"',
    ]);
  });

  it("is another one for each query, database, column, input, split and list of nodes", async () => {
    const all = await Promise.all([
      query("select 1"),
      query("select 2"),
      query("select 1", "--db", "a.duckdb"),
      query("select 1", "--postgres", "postgres://me@one/db"),
      query("select 1", "--postgres", "postgres://me@two/db"),
      query("select 1", "--spark", "sc://one"),
      query("select 1", "--spark", "sc://two"),
      query("select 1", "--trino", "https://me@one/db"),
      query("select 1", "--trino", "https://me@two/db"),
      identityOf("--sql", "select 1", "--label", "y", "--prediction", "q", "--sensitive", "sex"),
      identityOf("--predictions", "a.csv", ...columns),
      identityOf("--predictions", "a.csv,b.csv", ...columns),
      identityOf("--counts", "a.csv", ...columns),
      model("samples/nba"),
      model("samples/german"),
      model("samples/nba", "--split", "test"),
      model("samples/nba", "--nodes", "README.md"),
    ]);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).to.equal(all.length);
  });

  it("is the same however the audit is judged and written, and holds no secret", async () => {
    const plain = await model("samples/nba");
    const judged = ["--max-gap", "0.1", "--draws", "9", "--seed", "4", "--min-support", "3", "--json", "--out", "out"];
    expect(await model("samples/nba", ...judged)).to.deep.equal(plain);
    const sql = "select * from read_csv('https://user:hidden@host/x')";
    const secret = (password: string) => query(sql, "--postgres", `postgres://me:${password}@one/db`);
    expect(await secret("old")).to.deep.equal(await secret("new"));
    expect(JSON.stringify(await secret("old"))).not.to.match(/old|hidden|select/);
    for (const [flag, url] of [
      ["--spark", "sc://one/;token="],
      ["--trino", "https://one/db?property="],
    ] as const) {
      const told = (value: string) => query(sql, flag, `${url}${value}`);
      expect(await told("old"), flag).to.deep.equal(await told("new"));
      expect(JSON.stringify(await told("old")), flag).not.to.include("old");
    }
  });
});
