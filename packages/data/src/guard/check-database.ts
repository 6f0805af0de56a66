import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { allRows } from "../source/with-database.js";
import { queryAsTable } from "./read-select.js";
import { refusedFunctions } from "./refused-functions.js";

/**
 * Checks what a DuckDB database brings with it for a query that {@link readSelect} took, without running it. Throws
 * {@link InputError} for a view or macro behind which the query calls a table function that does more than read, and
 * for macros that hide functions of DuckDB's own: counts would be whatever they say.
 */
export async function checkDatabase(
  connection: DuckDBConnection,
  { select, db }: { readonly select: string; readonly db: string },
): Promise<void> {
  const refuse = (expected: string, found: string, hint: string) => {
    throw new InputError({ argument: db, expected, found, hint });
  };
  const hidden = await hiddenFunctions(connection);
  if (hidden.length > 0) {
    const found = hidden.map((name) => JSON.stringify(name)).join(", ");
    refuse("macros with names of their own", `macros with the names of DuckDB's functions: ${found}`, "rename them");
  }
  // With the plan as it was bound, before anything is optimized away.
  const plans = await allRows(connection, `EXPLAIN (FORMAT json) SELECT * FROM ${queryAsTable(select)}`);
  const refused = await refusedFunctions(connection);
  const used = plans.flatMap(([, plan]) => operatorsOf(JSON.parse(String(plan))));
  const called = used.find((name) => refused.has(name));
  if (called === undefined) return;
  const hint = "select from tables, or from views over tables and files";
  refuse("views and macros that only read", `one that calls ${called}, which does more`, hint);
}

/** Names of macros in the schema that a query sees first, that DuckDB's own functions have too. */
async function hiddenFunctions(connection: DuckDBConnection): Promise<string[]> {
  const names = async (where: string) => {
    const sql = `SELECT function_name FROM system.main.duckdb_functions() WHERE ${where}`;
    return new Set((await allRows(connection, sql)).map(([name]) => String(name).toLowerCase()));
  };
  // As in refusedFunctions, nothing stands here that a macro could hide.
  const added = await names("NOT internal AND schema_name = 'main'");
  if (added.size === 0) return [];
  const own = await names("internal");
  return [...added].filter((name) => own.has(name)).sort();
}

interface Operator {
  readonly name?: string;
  readonly children?: readonly Operator[];
  readonly extra_info?: { readonly Function?: unknown };
}

/** The names of operators and their functions in a plan, in lower case. */
function operatorsOf(plan: unknown): string[] {
  const names: string[] = [];
  const left = [plan].flat() as Operator[];
  for (let operator = left.pop(); operator !== undefined; operator = left.pop()) {
    names.push(String(operator.name).trim(), String(operator.extra_info?.Function).trim());
    for (const child of operator.children ?? []) left.push(child);
  }
  return names.map((name) => name.toLowerCase());
}
