import { tmpdir } from "node:os";
import { InputError, sizeText, writeRefusal } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { duckReason, sqlText } from "./with-database.js";

/** Bytes that DuckDB is given for each thread: each has blocks of its own. */
const bytesPerThread = 200e6;

/** Most threads, beyond which they wait for the disk. */
const mostThreads = 4;

/** What limits a database. */
interface DatabaseLimit {
  /** Bytes of its blocks; it may take twice as much for a moment. */
  readonly memory: number;
  /** Where it puts what does not fit; nothing else is there, and whoever made the folder around it removes it. */
  readonly folder: string;
}

/**
 * Runs `work` on a database that takes at most so much memory, about, and puts what does not fit into a folder. Throws
 * {@link InputError} where the disk is full, and where even that is too little.
 */
export async function inLimitedDatabase<T>(
  connection: DuckDBConnection,
  { memory, folder }: DatabaseLimit,
  work: () => Promise<T>,
): Promise<T> {
  await connection.run(`SET temp_directory = ${sqlText(folder)}`);
  await connection.run(`SET memory_limit = '${Math.floor(memory / 1e6)}MB'`);
  await connection.run(`SET threads = ${Math.max(1, Math.min(mostThreads, Math.floor(memory / bytesPerThread)))}`);
  try {
    return await work();
  } catch (error) {
    throw limitRefusal(error, memory) ?? error;
  }
}

/** Returns what a user is told of an error that is about the limit or the folder; null for any other. */
function limitRefusal(error: unknown, memory: number): InputError | null {
  // What was thrown over a file of the user names this file, which has nothing to do with it.
  const cause = error instanceof InputError ? error.cause : error;
  if (!(cause instanceof Error) || !/^(IO|Out of Memory) Error/.test(cause.message)) return null;
  const reason = duckReason(cause);
  if (/no space left|quota exceeded|file too large|failed to offload|max_temp_directory_size/i.test(cause.message)) {
    const found = reason.replace(/file "[^"]*"/g, "a file there");
    return writeRefusal(tmpdir(), { cause, found, hint: "make room there, and run it again" });
  }
  if (!cause.message.startsWith("Out of Memory")) return null;
  const [expected, hint] = [`room for tables in the ${sizeText(memory)} that are left for them`, "allow more memory"];
  return new InputError({ argument: "memory", expected, found: reason, hint }, { cause });
}
