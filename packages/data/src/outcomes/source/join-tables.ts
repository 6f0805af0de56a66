import { InputError, UsageError, suggest } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { allRows, sqlName } from "../../source/with-database.js";
import { columnIndex, orHeader } from "../../source/open-table.js";
import type { JoinedTable } from "../counted-outcomes.js";
import type { JoinPolicy } from "../outcome-source.js";
import { fileEngine } from "../engine/duck-engine.js";
import { type GroupableTable, type WantedColumn, nothingExcluded } from "./groupable-table.js";
import { hasIntegerIds, keepApart, stageSide, type JoinSide, type StagedSide } from "./stage-side.js";
import { exampleCount } from "../../load/file-accounting.js";

export interface JoinOptions {
  readonly sides: readonly JoinSide[];
  readonly wanted: readonly WantedColumn[];
  readonly id: string;
  readonly unmatched: JoinPolicy;
  readonly duplicates: JoinPolicy;
}

/**
 * Returns the rows whose id is in every table, once. What becomes of other rows is for the policies to say: an
 * {@link InputError} with examples, or an entry in `joined`.
 */
export async function joinTables(connection: DuckDBConnection, options: JoinOptions): Promise<GroupableTable> {
  const { sides, wanted, id } = options;
  if (sides.length < 2) {
    throw new UsageError({
      argument: "id",
      expected: "attributes or labels to join with the predictions",
      found: "only predictions",
      hint: "leave id out for a single table",
    });
  }
  const places = wanted.map((column) => findColumn(sides, column));
  const ids = sides.map(({ table, role }) => columnIndex(table, id, `id column of the ${role}`));
  const integerIds = sides.every(({ table }, i) => hasIntegerIds(table, ids[i]!));
  const stageAll = async (apart: boolean) => {
    const staged: StagedSide[] = [];
    const duplicated: LeftOut[] = [];
    for (const [i, side] of sides.entries()) {
      const columns = [...new Set(places.filter((place) => place.side === i).map((place) => place.column))];
      staged.push(await stageSide(connection, side, { id: ids[i]!, columns, comparison: { integerIds, apart } }));
      duplicated.push(await repeatedRows(connection, staged[i]!));
    }
    return { staged, duplicated };
  };
  let { staged, duplicated } = await stageAll(false);
  if (!integerIds && duplicated.some(({ rows }) => rows > 0) && (await keepApart(connection, staged))) {
    ({ staged, duplicated } = await stageAll(true));
  }
  for (const [i, side] of staged.entries()) {
    await dropDuplicates(connection, side, { policy: options.duplicates, repeated: duplicated[i]! });
  }
  const selected = places.map(({ side, column }, i) => `${sqlName(sides[side]!.role)}.c${column} AS w${i}`);
  const joins = staged.slice(1).map(({ role }) => `JOIN ${sqlName(role)} USING (id)`);
  // Joined once: the check of ids and every scan read the result.
  await connection.run(
    `CREATE TEMP TABLE joined AS SELECT ${selected.join(", ")} FROM ${sqlName(staged[0]!.role)} ${joins.join(" ")}`,
  );
  const rows = Number((await allRows(connection, "SELECT count(*) FROM joined"))[0]![0]);
  const unmatched = staged.every((side, i) => side.rows - duplicated[i]!.rows === rows)
    ? nothingUnmatched(staged)
    : await countUnmatched(connection, staged, options.unmatched);
  const name = staged.map(({ table }) => table.name).join(" with ");
  return {
    name,
    columns: wanted.map(({ column }) => column),
    parts: [
      {
        name,
        sql: "joined",
        types: places.map(({ side, column }) => staged[side]!.types.get(column)!),
        sqlColumns: wanted.map((_, i) => `w${i}`),
      },
    ],
    engine: fileEngine(connection, name),
    at: wanted.map((_, i) => i),
    startsFast: true,
    joined: staged.map((side, i) => accountOf(side, { duplicated: duplicated[i]!, unmatched: unmatched.sides[i]! })),
    excluded: unmatched.excluded,
  };
}

function accountOf(
  { role, table, rows }: StagedSide,
  { duplicated, unmatched }: { readonly duplicated: LeftOut; readonly unmatched: LeftOut },
): JoinedTable {
  return {
    role,
    name: table.name,
    rows,
    joined: rows - duplicated.rows - unmatched.rows,
    duplicated: duplicated.rows,
    unmatched: unmatched.rows,
    examples: [...duplicated.examples, ...unmatched.examples].slice(0, 3),
  };
}

/** Looks in the table that the use of a column suggests, then in the others. */
function findColumn(sides: readonly JoinSide[], { argument, column, role }: WantedColumn) {
  const order = [...sides.keys()].sort((a, b) => Number(sides[b]!.role === role) - Number(sides[a]!.role === role));
  const side = order.find((i) => sides[i]!.table.columns.includes(column));
  if (side !== undefined) return { side, column: columnIndex(sides[side]!.table, column, argument) };
  const columns = new Set(order.flatMap((i) => sides[i]!.table.columns));
  throw new InputError({
    argument,
    expected: `a column of ${sides.map(({ table }) => table.name).join(", ")}`,
    found: JSON.stringify(column),
    hint: orHeader(suggest(column, columns), {
      headerHint: sides.find(({ table }) => table.headerHint)?.table.headerHint,
    }),
  });
}

/** Rows of one table that a join leaves out, with at most three of their ids. */
interface LeftOut {
  readonly rows: number;
  readonly examples: readonly string[];
}

/** Returns the rows whose id occurs more than once in their table. */
function repeatedRows(connection: DuckDBConnection, side: StagedSide): Promise<LeftOut> {
  return examplesIn(connection, repeatedSql(side));
}

function repeatedSql({ role }: StagedSide): string {
  return `SELECT id, count(*) AS n FROM ${sqlName(role)} GROUP BY id HAVING count(*) > 1`;
}

/** Removes every row whose id occurs more than once in its table, or throws {@link InputError}. */
async function dropDuplicates(
  connection: DuckDBConnection,
  side: StagedSide,
  { policy, repeated }: { readonly policy: JoinPolicy; readonly repeated: LeftOut },
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
interface Unmatched {
  readonly sides: readonly LeftOut[];
  readonly excluded: GroupableTable["excluded"];
}

function nothingUnmatched(sides: readonly StagedSide[]): Unmatched {
  return { sides: sides.map(() => ({ rows: 0, examples: [] })), excluded: nothingExcluded };
}

/** Counts the rows of every table whose id another table lacks, or throws {@link InputError}. */
async function countUnmatched(
  connection: DuckDBConnection,
  sides: readonly StagedSide[],
  policy: JoinPolicy,
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
