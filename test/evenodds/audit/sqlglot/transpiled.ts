import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { skipBecause } from "../../../support/skip-because.js";

/** Python with sqlglot; `EVENODDS_SQLGLOT_PYTHON` names another one than `python3`. */
const python = process.env.EVENODDS_SQLGLOT_PYTHON ?? "python3";

/** A statement and the dialect in which it is written, by sqlglot's name. */
export interface Statement {
  readonly dialect: string;
  readonly sql: string;
}

/** Returns statements in DuckDB's dialect, all parsed by sqlglot in their own, see transpile.py. */
export function transpiled(statements: readonly Statement[]): string[] {
  const output = execFileSync(python, [join(import.meta.dirname, "transpile.py")], {
    encoding: "utf8",
    input: JSON.stringify(statements),
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(output) as string[];
}

/**
 * Skips the tests of a suite where there is no sqlglot, with the reason; with EVENODDS_REQUIRE_SQLGLOT=1 they fail.
 * Returns whether it is there, once hooks run.
 */
export function needsSqlglot(): () => boolean {
  let lack: string | undefined;
  before(() => {
    const { status, error } = spawnSync(python, ["-c", "import sqlglot"], { timeout: 60_000 });
    const install = "pip install -r test/evenodds/audit/sqlglot/requirements.txt";
    if (error !== undefined) lack = `no ${python}`;
    else if (status !== 0) lack = `${python} has no sqlglot: ${install}`;
    if (lack !== undefined && process.env.EVENODDS_REQUIRE_SQLGLOT === "1")
      throw new Error(`sqlglot is needed: ${lack}`);
  });
  beforeEach(function () {
    if (lack !== undefined) skipBecause(this, lack);
  });
  return () => lack === undefined;
}
