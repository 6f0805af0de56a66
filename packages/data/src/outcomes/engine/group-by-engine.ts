import type { SqlDialect } from "./sql-dialect.js";

export type SqlCell = string | number | null;

/** All that evenodds asks of a database: the columns of a query, and the rows of a `GROUP BY`. */
export interface GroupByEngine {
  readonly dialect: SqlDialect;
  /**
   * Text of the one SELECT that a user's text is, without a semicolon, once it is certain that it stays one in
   * brackets; throws for anything else, before anything runs. Without it the text is only looked through for further
   * statements.
   */
  readonly readSelect?: ((sql: string) => Promise<string>) | undefined;
  /** Names and types of the columns of a SELECT, without running it. */
  readonly describe: (sql: string) => Promise<readonly { readonly name: string; readonly type: string }[]>;
  /** Rows of a small result: texts are strings, doubles and counts numbers, NULL is null. */
  readonly runGroupBy: (sql: string) => Promise<readonly (readonly SqlCell[])[]>;
  /** All rows of a query whose columns are doubles, column by column; only of an engine that runs in this process. */
  readonly readDoubles?: ((sql: string) => Promise<readonly Float64Array[]>) | undefined;
}
