import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { withPostgresServer } from "../../support/with-postgres-server.js";
import { useTempFolder } from "../support/temp-folder.js";

/** A row in 11 has no group; group F gets nine of ten right, M seven of ten. */
const lines = Array.from({ length: 400 }, (_, i) => {
  const group = i % 11 === 0 ? "" : i % 2 === 0 ? "F" : "M";
  const y = Math.floor(i / 2) % 2;
  const right = Math.floor(i / 4) % 10 < (group === "F" ? 9 : 7);
  const yhat = right ? y : 1 - y;
  return [group, y, yhat, (yhat * 4 + (i % 5) + 1) / 10, i % 3, 1 + (i % 4)].join(",");
});
const csv = ["sex,y,yhat,s,part,w", ...lines, ""].join("\n");

describe("evenodds audit --postgres", () => {
  const server = withPostgresServer();
  const folder = useTempFolder();
  const sql = ["--sql", "select * from scored"];

  beforeEach(async () => {
    const values = lines.map((line) => `('${line.replaceAll(",", "', '")}')`).join(", ");
    await server().run(
      "DROP TABLE IF EXISTS scored; CREATE TABLE scored AS SELECT NULLIF(sex, '') AS sex, CAST(y AS bigint) AS y, " +
        "CAST(yhat AS numeric) AS yhat, CAST(s AS double precision) AS s, CAST(part AS smallint) AS part, " +
        `CAST(w AS real) AS w FROM (VALUES ${values}) AS given(sex, y, yhat, s, part, w)`,
    );
  });

  for (const [what, flags] of [
    ["predictions", ["--label", "y", "--prediction", "yhat", "--max-gap", "0.1"]],
    ["scores and weights", ["--label", "y", "--score", "s", "--threshold", "0.5", "--weight", "w"]],
    ["levels of a condition and missing groups", ["--label", "y", "--prediction", "yhat", "--given", "part"]],
  ] as const) {
    it(`reports ${what} with the same bytes as a file that DuckDB reads`, async () => {
      await folder.write({ "p.csv": csv });
      const audit = (...source: string[]) =>
        runCli(["audit", ...source, "--sensitive", "sex", "--missing", "own-group", "--json", ...flags]);
      const file = await audit("--sql", `select * from '${folder.at("p.csv")}'`, "--sql-files", "any");
      const postgres = await audit(...sql, "--postgres", server().url);
      expect(postgres.log.filter((line) => !line.startsWith("warning"))).to.deep.equal([]);
      // Where it was read is all that differs.
      const read = ({ out, ...rest }: typeof file) => {
        return { ...rest, report: { ...(JSON.parse(out) as AuditReport), options: null } };
      };
      expect(read(postgres)).to.deep.equal(read(file));
      const { attributes } = JSON.parse(postgres.out) as AuditReport;
      expect(attributes[0]!.rows.used).to.equal(400);
      expect(attributes[0]!.levels.map(({ level }) => level)).to.deep.equal(["F", "M", "(missing)"]);
    });
  }

  it("ends with one line and the code of Ctrl-C when it is interrupted", async () => {
    const slow = "select 'F' as sex, 1 as y, 1 as yhat from generate_series(1, 1000000000)";
    const flags = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex", "--postgres", server().url];
    let released = 0;
    const catchInterrupt = () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 100);
      return { signal: stop.signal, release: () => void released++ };
    };
    const { code, out, log } = await runCli(["audit", "--sql", slow, ...flags], { catchInterrupt });
    expect([code, out, log.length, released]).to.deep.equal([130, "", 1, 1]);
    expect(log[0]).to.include("Ctrl-C");
  });

  it("says in one line what is wrong with the server or the flags, without the password", async () => {
    const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex"];
    const wrong = `postgres://reader:hush@127.0.0.1:${server().port}/postgres`;
    const cases: [string[], RegExp][] = [
      [[...sql, "--postgres", wrong, ...columns], /password authentication failed/],
      [["--sql", "select * from scorred", "--postgres", server().url, ...columns], /did you mean "scored"/],
      [[...sql, "--postgres", server().url, "--label", "z", ...columns.slice(2)], /label column.*"z"/],
      [[...sql, "--postgres", wrong, "--db", "a.db", ...columns], /one database, found --db and --postgres/],
      [["--postgres", wrong, ...columns], /--postgres: expected a query of this database with --sql/],
      [["--db", "a.db", ...columns], /--db: expected a query of this database with --sql/],
    ];
    for (const [flags, message] of cases) {
      const { code, out, log } = await runCli(["audit", ...flags]);
      expect([code, out, log.length], flags.join(" ")).to.deep.equal([2, "", 1]);
      expect(log[0]).to.match(message).and.not.include("hush");
    }
  });
});
