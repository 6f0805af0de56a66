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
  /** What a SELECT would read, as far as the engine can tell without running it. */
  readonly estimate?: ((sql: string) => Promise<ScanEstimate>) | undefined;
  /**
   * Told how many rows a statement over the whole query has seen, where statements do not all see one state of the
   * database: throws where two of them differ. Undefined: they do.
   */
  readonly sawRows?: ((rows: number) => void) | undefined;
  /** All rows of a query whose columns are doubles, column by column; only of an engine that runs in this process. */
  readonly readDoubles?: ((sql: string) => Promise<readonly Float64Array[]>) | undefined;
}

/** What an engine expects a query to read of its tables; undefined where it does not know. */
export interface ScanEstimate {
  readonly rows: number | undefined;
  readonly bytes: number | undefined;
}

/** How an SQL engine spells what differs between engines. Everything else is standard SQL. */
export interface SqlDialect {
  /** Name of a column, quoted. */
  readonly name: (column: string) => string;
  /** Type of doubles. */
  readonly doubleType: string;
  /** Expression for the text of a value; whole numbers digit by digit. */
  readonly text: (value: string, type: string) => string;
  /** Expression for the double of a value; NULL where it is not a number. */
  readonly double: (value: string, type: string) => string;
  /** Predicate: a double is neither NaN nor infinite; NULL for NULL. */
  readonly isFinite: (double: string) => string;
  readonly isSinglePrecision: (type: string) => boolean;
  /**
   * Whole number nearest to a double of at most 2^52 in size, the even one of two: an expression of a type whose sums
   * do not leave its range.
   */
  readonly wholeNumber: (double: string) => string;
  /** Type of integers of 38 digits. */
  readonly wideInteger: string;
  /** Whether a value of a type is one value with a text of its own. Undefined: whatever the type is. */
  readonly isPlain?: ((type: string) => boolean) | undefined;
}
