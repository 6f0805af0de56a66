import { InputError, UsageError, suggest } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { allRows, sqlName } from "../../source/database.js";
import { columnIndex, orHeader } from "../../source/open-table.js";
import type { JoinedTable } from "../counted-outcomes.js";
import { fileEngine } from "../engine/duck-engine.js";
import { countUnmatched, dropDuplicates, nothingUnmatched, repeatedRows, type LeftOut } from "./check-join-ids.js";
import type { GroupableTable, WantedColumn } from "./groupable-table.js";
import { hasIntegerIds, keepApart, stageSide, type JoinSide, type StagedSide } from "./stage-side.js";

export interface JoinOptions {
  readonly sides: readonly JoinSide[];
  readonly wanted: readonly WantedColumn[];
  readonly id: string;
  readonly unmatched: "fail" | "exclude";
  readonly duplicates: "fail" | "exclude";
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
