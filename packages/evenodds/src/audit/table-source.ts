import { withPostgres, type OutcomeSource } from "@evenodds/data";

/** One SELECT in a PostgreSQL database, by its URL. */
export interface PostgresQuery {
  readonly sql: string;
  readonly postgres: string;
}

/** Where a table is. */
export type TableSource = OutcomeSource | PostgresQuery;

/**
 * Runs `work` with a source that can be read as often as need be. `signal` ends a query in another database's server.
 */
export async function withSource<T>(
  source: TableSource,
  { signal }: { readonly signal: AbortSignal | undefined },
  work: (source: OutcomeSource) => Promise<T>,
): Promise<T> {
  if (!("postgres" in source)) return work(source);
  return withPostgres({ url: source.postgres, signal }, (engine) => work({ sql: source.sql, engine }));
}
