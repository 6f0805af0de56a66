import { randomUUID } from "node:crypto";
import { open, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse, sep } from "node:path";
import { duringWork, InputError, type RunningWork } from "@evenodds/core";
import type { SqlFiles } from "./sql-files.js";
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from "@duckdb/node-api";

/**
 * Runs `work` with a connection to a DuckDB database and closes it afterwards, whatever happens: an empty one in
 * memory, or `file`, which is only read. Rows keep the order of their file. Extensions are neither downloaded nor
 * loaded. With `sqlFiles` the connection is fit for a query of a user: it reaches no other files and no network, and no
 * setting can be changed any more. Throws {@link InputError} for a file that is not a DuckDB database or is locked.
 */
export async function withDatabase<T>(
  work: (connection: DuckDBConnection) => Promise<T>,
  {
    file,
    sqlFiles,
    doing = `read ${file ?? "tables"}`,
  }: {
    readonly file?: string | undefined;
    readonly sqlFiles?: SqlFiles | undefined;
    /** What whoever watches is told. Default: read, with the name of the file. */
    readonly doing?: string | undefined;
  } = {},
): Promise<T> {
  return duringWork({ doing, library: "DuckDB" }, async (running) => {
    const instance = await openInstance(file);
    try {
      const connection = await instance.connect();
      try {
        const stop = await followQueries(connection, running);
        try {
          if (sqlFiles !== undefined) await lockDatabase(connection, { sqlFiles });
          return await work(connection);
        } finally {
          stop();
        }
      } finally {
        connection.closeSync();
      }
    } finally {
      instance.closeSync();
    }
  });
}

/** Milliseconds between two looks at how far a query is. */
const lookEvery = 250;

/** Tells how far each query of a connection is, where DuckDB knows it. Returns a function that ends this. */
async function followQueries(connection: DuckDBConnection, work: RunningWork): Promise<() => void> {
  await connection.run("SET enable_progress_bar = true");
  await connection.run("SET enable_progress_bar_print = false");
  const look = () => {
    const { percentage } = connection.progress;
    if (percentage >= 0) work.advance({ done: Math.min(100, Math.floor(percentage)), total: 100, unit: "%" });
  };
  const timer = setInterval(look, lookEvery).unref();
  return () => clearInterval(timer);
}

async function openInstance(file: string | undefined): Promise<DuckDBInstance> {
  if (file !== undefined) await refuseSqlite(file);
  const folder = join(tmpdir(), `evenodds-${randomUUID()}`);
  try {
    return await DuckDBInstance.create(file ?? ":memory:", {
      access_mode: file === undefined ? "AUTOMATIC" : "READ_ONLY",
      preserve_insertion_order: "true",
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
      allow_community_extensions: "false",
      allow_persistent_secrets: "false",
      // There is none: an extension that the user installed is not loaded either.
      extension_directory: join(folder, "extensions"),
      custom_extension_repository: join(folder, "repository"),
      // The default is a folder in the working directory of the user.
      temp_directory: folder,
    });
  } catch (cause) {
    if (file === undefined) throw cause;
    throw new InputError({ argument: file, expected: "a DuckDB database", found: duckReason(cause) }, { cause });
  }
}

/** DuckDB would load an extension for it. */
async function refuseSqlite(file: string): Promise<void> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(15), 0, 15, 0);
    if (buffer.toString("latin1", 0, bytesRead) !== "SQLite format 3") return;
  } finally {
    await opened.close();
  }
  throw new InputError({
    argument: file,
    expected: "a DuckDB database",
    found: "an SQLite database",
    hint: "write its table to a CSV file, and audit that with ‘predictions’",
  });
}

/**
 * Makes a database fit for SQL of a user: files only where `sqlFiles` says, no network, and no setting can be changed.
 */
export async function lockDatabase(
  connection: DuckDBConnection,
  { sqlFiles }: { readonly sqlFiles: SqlFiles },
): Promise<void> {
  const folder = await realpath(process.cwd());
  const folders = { cwd: [folder], any: [parse(folder).root], none: [] }[sqlFiles];
  await connection.run(`SET allowed_directories = [${folders.map(sqlText).join(", ")}]`);
  await connection.run("SET enable_external_access = false");
  // A plan shows all that a query calls only before it is optimized.
  await connection.run("SET explain_output = 'all'");
  await connection.run("SET lock_configuration = true");
}

/** Returns all rows of a query as plain values. For small results. */
export async function allRows(connection: DuckDBConnection, sql: string): Promise<readonly (readonly DuckDBValue[])[]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

/** Returns the only column of a query as texts, null for NULL. */
export async function textColumn(connection: DuckDBConnection, sql: string): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for await (const chunk of await connection.stream(sql)) {
    chunk.visitColumnValues(0, (value) => texts.push(typeof value === "string" ? value : null));
  }
  return texts;
}

/** Returns an SQL name. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns an SQL text literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Returns a path for DuckDB, in which characters that would make it a pattern stand for themselves. Throws
 * {@link InputError} where they stand beside a backslash, which DuckDB takes for the end of a folder's name in patterns
 * alone.
 */
export function sqlPath(path: string): string {
  if (sep !== "\\" && path.includes("\\") && /[*?[]/.test(path)) {
    const expected = "a path without a backslash, or without *, ? and [";
    const hint = "rename the file or its folder";
    throw new InputError({ argument: "path of a file", expected, found: path, hint });
  }
  return sqlText(path.replace(/[*?[]/g, "[$&]"));
}

/** Returns the first sentence of what DuckDB says: the rest of its messages is advice on SQL options. */
export function duckReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split("\n").map((line) => line.trim());
  const end = lines.findIndex((line) => line === "" || /^(Possible|LINE|Candidate|Try setting)/.test(line));
  return (end < 0 ? lines : lines.slice(0, Math.max(1, end))).join(" ");
}
