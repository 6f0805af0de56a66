import { withPostgres, type OutcomeSource } from "@evenodds/data";
import type { Terminal } from "../console/terminal.js";

/** One SELECT in a PostgreSQL database, by its URL. */
export interface PostgresQuery {
  readonly sql: string;
  readonly postgres: string;
}

/** Where a table is, as the command line says it. */
export type TableSource = OutcomeSource | PostgresQuery;

/**
 * Runs `work` with a source that can be read as often as need be. Ctrl-C ends a query in another database's server too.
 */
export async function withSource<T>(
  source: TableSource,
  { catchInterrupt }: Pick<Terminal, "catchInterrupt">,
  work: (source: OutcomeSource) => Promise<T>,
): Promise<T> {
  if (!("postgres" in source)) return work(source);
  const { signal, release } = catchInterrupt();
  try {
    return await withPostgres({ url: source.postgres, signal }, (engine) => work({ sql: source.sql, engine }));
  } finally {
    release();
  }
}
