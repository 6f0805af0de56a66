import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { exampleCount } from "../../load/accounting.js";
import { allRows, sqlName } from "../../source/database.js";
import { nothingExcluded, type GroupableTable } from "./groupable-table.js";
import type { StagedSide } from "./stage-side.js";

/** Rows of one table that a join leaves out, with at most three of their ids. */
export interface LeftOut {
  readonly rows: number;
  readonly examples: readonly string[];
}

/** Returns the rows whose id occurs more than once in their table. */
export function repeatedRows(connection: DuckDBConnection, side: StagedSide): Promise<LeftOut> {
  return examplesIn(connection, repeatedSql(side));
}

function repeatedSql({ role }: StagedSide): string {
  return `SELECT id, count(*) AS n FROM ${sqlName(role)} GROUP BY id HAVING count(*) > 1`;
}

/** Removes every row whose id occurs more than once in its table, or throws {@link InputError}. */
export async function dropDuplicates(
  connection: DuckDBConnection,
  side: StagedSide,
  { policy, repeated }: { readonly policy: "fail" | "exclude"; readonly repeated: LeftOut },
): Promise<void> {
  const { role, table } = side;
  const { rows, examples } = repeated;
  if (rows === 0) return;
  if (policy === "fail") {
    throw new InputError({
      argument: `ids of ${table.name}`,
      expected: "each id once",
      found: `${rows} rows with an id of another row, such as ${quoted(examples)}`,
      hint: "remove the repeated rows",
    });
  }
  await connection.run(`DELETE FROM ${sqlName(role)} WHERE id IN (SELECT id FROM (${repeatedSql(side)}))`);
}

/** Rows that a join leaves out for their ids, of each table and by reason. */
export interface Unmatched {
  readonly sides: readonly LeftOut[];
  readonly excluded: GroupableTable["excluded"];
}

export function nothingUnmatched(sides: readonly StagedSide[]): Unmatched {
  return { sides: sides.map(() => ({ rows: 0, examples: [] })), excluded: nothingExcluded };
}

/** Counts the rows of every table whose id another table lacks, or throws {@link InputError}. */
export async function countUnmatched(
  connection: DuckDBConnection,
  sides: readonly StagedSide[],
  policy: "fail" | "exclude",
): Promise<Unmatched> {
  const left: LeftOut[] = [];
  for (const side of sides) {
    const others = sides.filter((other) => other !== side);
    const lacking = others.map(({ role }) => lacks(role)).join(" OR ");
    const out = await examplesIn(connection, `SELECT id, 1 AS n FROM ${sqlName(side.role)} AS own WHERE ${lacking}`);
    if (out.rows > 0 && policy === "fail") await failUnmatched(connection, { side, others, out });
    left.push(out);
  }
  // Tables are in the order predictions, attributes, labels; a row without either has no label first of all.
  const labelled = sides.some(({ role }) => role === "labels");
  const unlabelled = labelled
    ? (await examplesIn(connection, `SELECT id, 1 AS n FROM predictions AS own WHERE ${lacks("labels")}`)).rows
    : 0;
  return { sides: left, excluded: { unlabelled, "missing-attribute": left[0]!.rows - unlabelled } };
}

async function failUnmatched(
  connection: DuckDBConnection,
  found: { readonly side: StagedSide; readonly others: readonly StagedSide[]; readonly out: LeftOut },
): Promise<never> {
  const { side, others, out } = found;
  const lacking: string[] = [];
  for (const { role, table } of others) {
    const { rows } = await examplesIn(
      connection,
      `SELECT id, 1 AS n FROM ${sqlName(side.role)} AS own WHERE ${lacks(role)}`,
    );
    if (rows > 0) lacking.push(`${rows} in ${table.name}`);
  }
  throw new InputError({
    argument: `ids of ${side.table.name}`,
    expected: "ids that every table has",
    found: `${out.rows} rows whose id is missing elsewhere (${lacking.join(", ")}), such as ${quoted(out.examples)}`,
    hint: "‘unmatched’ exclude leaves such rows out and counts them",
  });
}

function lacks(role: StagedSide["role"]): string {
  return `NOT EXISTS (SELECT 1 FROM ${sqlName(role)} AS other WHERE other.id = own.id)`;
}

/** Sum of `n` and the first ids, in text order, of a query with `id` and `n`. */
async function examplesIn(connection: DuckDBConnection, sql: string): Promise<LeftOut> {
  const [counted] = await allRows(connection, `SELECT CAST(COALESCE(sum(n), 0) AS DOUBLE) FROM (${sql})`);
  const rows = Number(counted![0]);
  if (rows === 0) return { rows, examples: [] };
  const first = `SELECT CAST(id AS VARCHAR) FROM (${sql}) ORDER BY 1 LIMIT ${exampleCount}`;
  return { rows, examples: (await allRows(connection, first)).map((row) => String(row[0])) };
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}
