import { DuckDBFloatVector, type DuckDBConnection, type DuckDBDataChunk } from "@duckdb/node-api";
import {
  checkRowsRead,
  sqlAsFloat,
  sqlAsText,
  withBooleanWords,
  type OpenTable,
  type TablePart,
} from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";
import { everyRows } from "./every-rows.js";
import type { NodeColumns } from "./plan-columns.js";
import type { NodeSelection } from "./select-nodes.js";
import { InputError } from "@evenodds/core";
import { allRows, duckReason, lockDatabase, sqlName } from "../source/with-database.js";
import { readText, RefusedText } from "../guard/read-text.js";

/** The rows of the node files, in their order. */
export interface NodeRows {
  readonly table: OpenTable;
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** `[rows]`, 1 where the predicate is true; undefined without one. */
  readonly where: Uint8Array | undefined;
  /**
   * `[rows]` for the id, the label, the split, every sensitive and every further column, by its position; null = NULL.
   */
  readonly texts: ReadonlyMap<number, readonly (string | null)[]>;
  /** Positions of the features. */
  readonly features: readonly number[];
  /** Their values in consecutive blocks of rows, `[rows of the block, F]` row-major; NaN = NULL or not a number. */
  readonly blocks: Iterable<Float32Array>;
}

/** Keeps the features of rows, and makes those of nodes of them. */
export interface FeatureKeeper<F> {
  /** Takes the next rows, `[rows of the block, F]` row-major. */
  readonly add: (block: Float32Array) => void;
  /** All rows that were taken, in blocks; can be gone through again and again. */
  readonly blocks: Iterable<Float32Array>;
  /** Returns what is written node by node, see `readFeatures`, once all rows are there. */
  readonly ofNodes: (selection: Pick<NodeSelection, "rowOfNode">) => {
    /** Takes the features of nodes that follow one another, from `start` on. */
    readonly write: (start: number, values: Float32Array) => void;
    readonly finish: () => F;
  };
}

/** A query whose rows have the texts of some columns, then the features, and what to call it in messages. */
interface RowSource extends Pick<TablePart, "name" | "rows"> {
  readonly sql: string;
}

/**
 * Reads the node files, with the texts of `further` columns too, each file parsed once, and evaluates the predicate
 * `where` on every row. Without one, rows go straight from the parser into arrays: a table in between, as the predicate
 * needs it, takes up to twice the time.
 */
export async function readNodes(
  connection: DuckDBConnection,
  opened: OpenTable,
  {
    columns,
    further,
    where,
    keeper,
    relieve,
  }: {
    readonly columns: NodeColumns;
    readonly further: readonly number[];
    readonly where: string | undefined;
    /** Where the features are meanwhile. */
    readonly keeper: Pick<FeatureKeeper<unknown>, "add" | "blocks">;
    /** Called now and then while rows are read, so that memory can be freed. */
    readonly relieve: () => Promise<void>;
  },
): Promise<NodeRows> {
  const { id, label, sensitive, split, features } = columns;
  const table = await withBooleanWords(connection, opened, features);
  const used = [...new Set([id, label, ...sensitive, split, ...further])].filter((column) => column !== undefined);
  if (where === undefined) {
    const sources = table.parts.map((part) => ({
      name: part.name,
      rows: part.rows,
      sql: rowQuery(part.sql, {
        texts: used.map((column) => sqlAsText(part, column)),
        features: features.map((column) => sqlAsFloat(part, column)),
      }),
    }));
    const read = await readRows(connection, sources, { used, width: features.length, keeper, relieve });
    return { table, features, where, ...read, blocks: keeper.blocks };
  }
  const staged = await stageNodes(connection, table, { texts: used, features });
  const kept = await evaluateWhere(connection, staged, where);
  const sql = rowQuery("node", {
    texts: used.map((column) => `t${column}`),
    features: features.map((column) => `f${column}`),
  });
  const read = await readRows(connection, [{ name: table.name, sql }], {
    used,
    width: features.length,
    keeper,
    relieve,
  });
  return { table, features, where: kept, ...read, blocks: keeper.blocks, starts: staged.starts };
}

function rowQuery(from: string, columns: { readonly texts: readonly string[]; readonly features: readonly string[] }) {
  // NULL as NaN: a column without NULLs has no validity mask to look into.
  const numbers = columns.features.map((feature) => `COALESCE(${feature}, 'NaN'::FLOAT)`);
  return `SELECT ${[...columns.texts, ...numbers].join(", ")} FROM ${from}`;
}

/** Rows after which memory is looked at. */
const rowsBetweenRelief = 2 ** 17;

async function readRows(
  connection: DuckDBConnection,
  sources: readonly RowSource[],
  {
    used,
    width,
    keeper,
    relieve,
  }: {
    readonly used: readonly number[];
    readonly width: number;
    readonly keeper: Pick<FeatureKeeper<unknown>, "add">;
    readonly relieve: () => Promise<void>;
  },
) {
  const texts = new Map(used.map((column): [number, (string | null)[]] => [column, []]));
  const starts: number[] = [];
  const wereRead = everyRows(rowsBetweenRelief, relieve);
  let rows = 0;
  for (const { name, sql, rows: expected } of sources) {
    const start = rows;
    starts.push(start);
    await orInputError(name, async () => {
      for await (const chunk of await connection.stream(sql)) {
        used.forEach((column, at) => appendTexts(texts.get(column)!, chunk, at));
        keeper.add(featureBlock(chunk, { first: used.length, width }));
        rows += chunk.rowCount;
        await wereRead(chunk.rowCount);
      }
    });
    checkRowsRead({ name, rows: expected }, rows - start);
  }
  return { rows, starts, texts };
}

function appendTexts(texts: (string | null)[], chunk: DuckDBDataChunk, column: number): void {
  chunk.visitColumnValues(column, (value) => texts.push(typeof value === "string" ? value : null));
}

function featureBlock(
  chunk: DuckDBDataChunk,
  { first, width }: { readonly first: number; readonly width: number },
): Float32Array {
  const rows = chunk.rowCount;
  const block = new Float32Array(rows * width);
  for (let f = 0; f < width; f++) {
    const vector = chunk.getColumnVector(first + f);
    if (!(vector instanceof DuckDBFloatVector)) throw new TypeError("features are read as FLOAT");
    for (let r = 0; r < rows; r++) block[r * width + f] = vector.getItem(r) ?? NaN;
  }
  return block;
}

/** The rows of the node files in a DuckDB table `node`: `t<i>` is the text of column i, `f<i>` its float32. */
interface StagedNodes {
  readonly table: OpenTable;
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** Columns that have a text. */
  readonly texts: readonly number[];
  /** Columns that have a float32. */
  readonly features: readonly number[];
}

/**
 * Reads the node files into `node`, in their order, with every column: `features` as numbers, `texts` (which may be
 * features as well) and all others as texts.
 */
async function stageNodes(
  connection: DuckDBConnection,
  table: OpenTable,
  { texts: wanted, features }: { readonly texts: readonly number[]; readonly features: readonly number[] },
): Promise<StagedNodes> {
  const texts = table.columns.map((_, i) => i).filter((i) => wanted.includes(i) || !features.includes(i));
  const starts: number[] = [];
  let rows = 0;
  for (const [i, part] of table.parts.entries()) {
    const selected = [
      ...texts.map((column) => `${sqlAsText(part, column)} AS t${column}`),
      ...features.map((column) => `${sqlAsFloat(part, column)} AS f${column}`),
    ].join(", ");
    const into = i === 0 ? "CREATE TABLE node AS" : "INSERT INTO node";
    await orInputError(part.name, () => connection.run(`${into} SELECT ${selected} FROM ${part.sql}`));
    starts.push(rows);
    rows = Number((await allRows(connection, "SELECT count(*) FROM node"))[0]![0]);
    checkRowsRead(part, rows - starts[i]!);
  }
  return { table, rows, starts, texts, features };
}

/**
 * Returns `[rows]` with 1 where the predicate is true. Columns have their own names; features are float32 and all other
 * columns texts. The predicate cannot reach files, other tables or the network, and nor can what uses the connection
 * afterwards. Throws {@link InputError} for anything but one SQL expression without subqueries.
 */
async function evaluateWhere(connection: DuckDBConnection, staged: StagedNodes, where: string): Promise<Uint8Array> {
  const { columns } = staged.table;
  // SQL does not tell names by case: a name that could mean two columns means none.
  const times = new Map<string, number>();
  for (const name of columns) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1);
  const isName = (column: number) => columns[column] !== "" && times.get(columns[column]!.toLowerCase()) === 1;
  const numbers = staged.features.filter((column) => !staged.texts.includes(column));
  const named = [
    ...staged.texts.filter(isName).map((column) => `t${column} AS ${sqlName(columns[column]!)}`),
    ...numbers.filter(isName).map((column) => `f${column} AS ${sqlName(columns[column]!)}`),
  ];
  const selected = [`rowid::INTEGER AS ${rowName}`, ...named].join(", ");
  const rowsWhere = (predicate: string) =>
    `SELECT ${rowName} FROM (SELECT ${selected} FROM node) WHERE (\n${predicate}\n)`;
  const kept = new Uint8Array(staged.rows);
  try {
    await lockDatabase(connection, { sqlFiles: "none" });
    const predicate = await readPredicate(connection, where, rowsWhere);
    for await (const chunk of await connection.stream(rowsWhere(predicate))) {
      chunk.visitColumnValues(0, (row) => (kept[Number(row)] = 1));
    }
  } catch (cause) {
    throw new InputError(
      {
        argument: "where",
        expected: `an SQL predicate over the columns of ${staged.table.name}`,
        found: `${JSON.stringify(where)}: ${duckReason(cause)}`,
        hint: "columns that are not features are texts: write TRY_CAST(column AS BIGINT) to compare numbers",
      },
      { cause },
    );
  }
  return kept;
}

const rowName = sqlName("row of the node files");

/**
 * Returns a user's text, which must be one expression over the columns of a row, fit for the brackets of `framed`.
 * Nothing is run. Throws {@link RefusedText} for anything else, and for a subquery.
 */
async function readPredicate(
  connection: DuckDBConnection,
  predicate: string,
  framed: (text: string) => string,
): Promise<string> {
  const { text, nodes } = await readText(connection, predicate, {
    alone: (text) => `SELECT\n${text}\n`,
    framed,
    example: "'example'",
    partOf: ({ statements }) => statements[0]!.node.select_list![0],
  });
  if (nodes.some((node) => node.class === "SUBQUERY")) {
    throw new RefusedText("a subquery; other tables and files are disabled here");
  }
  return text;
}
