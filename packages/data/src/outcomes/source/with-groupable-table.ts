import { UsageError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardFile } from "../../card/graph-card.js";
import { checkDatabase } from "../../guard/check-database.js";
import { cutStatement } from "../../guard/cut-statement.js";
import { notOneSelect, readSelect } from "../../guard/read-select.js";
import { withDatabase } from "../../source/with-database.js";
import { existingFile, hashFile, type ReadFile } from "../../source/hash-file.js";
import { columnIndex, openTable } from "../../source/open-table.js";
import { whileUnchanged } from "../../source/while-unchanged.js";
import { duckEngine, fileEngine } from "../engine/duck-engine.js";
import type { FileLayout, JoinedSource, OutcomeSource, TableFiles } from "../outcome-source.js";
import { nothingExcluded, type GroupableTable, type WantedColumn } from "./groupable-table.js";
import { joinTables } from "./join-tables.js";
import { orQueryError } from "./or-query-error.js";
import { queryTable } from "./query-table.js";

/**
 * Opens a source, runs `work` with it, closes it, and returns what `work` returns with the hashes of all files. Throws
 * {@link InputError} for whatever cannot be read, with near matches for columns that are not there.
 */
export async function withGroupableTable<T>(
  source: OutcomeSource,
  { wanted, work }: { readonly wanted: readonly WantedColumn[]; readonly work: (table: GroupableTable) => Promise<T> },
): Promise<{ readonly result: T; readonly files: readonly ReadFile[] }> {
  if ("engine" in source) {
    const { engine } = source;
    const sql = engine.readSelect === undefined ? oneStatement(source.sql) : await engine.readSelect(source.sql);
    return { result: await work(await queryTable({ sql }, { engine, wanted })), files: [] };
  }
  if ("sql" in source) {
    const { db, sqlFiles = "cwd" } = source;
    const sql = await readSelect(source.sql);
    const file = db === undefined ? undefined : await existingFile(db, { folder: "." });
    const query = async (connection: DuckDBConnection) => {
      if (db !== undefined) await orQueryError({ sql, sqlFiles }, () => checkDatabase(connection, { select: sql, db }));
      return work(await queryTable({ sql, sqlFiles }, { engine: duckEngine(connection), wanted }));
    };
    return { result: await withDatabase(query, { file, sqlFiles }), files: [] };
  }
  const files = filesOf(source);
  const folder = source.folder ?? ".";
  if (files.length === 0)
    throw new UsageError({ argument: "‘predictions’", expected: "at least one file", found: "none" });
  for (const file of files) await existingFile(file.path, { folder });
  // Node hashes while DuckDB's own threads read.
  const read = () =>
    Promise.all([
      withDatabase(async (connection) => work(await openFiles(connection, source, wanted))),
      hashAll(files, folder),
    ]);
  const [result, hashed] = await whileUnchanged(files, { folder, work: read });
  return { result, files: hashed };
}

/**
 * Returns a query for an engine that leaves it to others to look at: without what ends it, and refused where more
 * follows.
 */
function oneStatement(sql: string): string {
  const { statement, rest } = cutStatement(sql);
  if (/^[\s;]*$/.test(rest) && !sql.includes("\0")) return statement;
  throw notOneSelect(sql, new Error("more than one statement"));
}

type FileSource = Exclude<OutcomeSource, { readonly sql: string }>;

async function openFiles(
  connection: DuckDBConnection,
  source: FileSource,
  wanted: readonly WantedColumn[],
): Promise<GroupableTable> {
  const open = (files: TableFiles) => openTable(connection, { ...openOptions(source), files: fileList(files) });
  if ("id" in source) {
    const sides = [
      { role: "predictions", table: await open(source.predictions) } as const,
      ...(source.attributes === undefined
        ? []
        : [{ role: "attributes", table: await open(source.attributes) } as const]),
      ...(source.labels === undefined ? [] : [{ role: "labels", table: await open(source.labels) } as const]),
    ];
    return joinTables(connection, { sides, wanted, ...policiesOf(source) });
  }
  const table = await open("counts" in source ? source.counts : source.predictions);
  const at = wanted.map(({ argument, column }) => columnIndex(table, column, argument));
  return {
    ...table,
    engine: fileEngine(connection, table.name),
    at,
    startsFast: true,
    joined: [],
    excluded: nothingExcluded,
  };
}

function openOptions({ folder = ".", delimiter, header = true, comment }: FileLayout) {
  return { folder, layout: { delimiter, header, comment } };
}

function policiesOf({ id, unmatched = "fail", duplicates = "fail" }: JoinedSource) {
  return { id, unmatched, duplicates };
}

function filesOf(source: FileSource): CardFile[] {
  const lists = "counts" in source ? [source.counts] : [source.predictions];
  if ("id" in source) lists.push(source.attributes ?? [], source.labels ?? []);
  return lists.flatMap(fileList);
}

function fileList(files: TableFiles): CardFile[] {
  const list = typeof files === "string" || "path" in files ? [files] : files;
  return list.map((file) => (typeof file === "string" ? { path: file } : file));
}

async function hashAll(files: readonly CardFile[], folder: string): Promise<ReadFile[]> {
  const hashed: ReadFile[] = [];
  for (const file of files) hashed.push(await hashFile(file, folder));
  return hashed;
}
