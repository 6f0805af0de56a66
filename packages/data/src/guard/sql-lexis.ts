/** What an SQL dialect quotes and comments on, as far as dialects differ. */
export interface SqlLexis {
  /** Whether names stand in backticks; elsewhere a backtick means nothing. */
  readonly backticks: boolean;
  /** Whether three quotes begin a text that single ones do not end. */
  readonly tripleQuotes: boolean;
  /** Texts between dollars: `$$…$$`, or with a tag too, as in `$tag$…$tag$`. */
  readonly dollarQuotes: "none" | "plain" | "tagged";
  /** What begins a comment that ends with its line, besides `--`. */
  readonly lineComments: readonly string[];
  /** Signs that join statements, besides the semicolon. */
  readonly joins: readonly string[];
  /**
   * Functions that do more than read, in small letters: they run code, hand texts to other engines, or name functions.
   */
  readonly refused: readonly string[];
}

const spark: SqlLexis = {
  backticks: true,
  tripleQuotes: false,
  dollarQuotes: "none",
  lineComments: [],
  joins: ["|>"],
  refused: ["reflect", "try_reflect", "java_method", "identifier"],
};

/** How each dialect is cut into tokens. */
export const sqlLexes = {
  spark,
  databricks: { ...spark, refused: [...spark.refused, "http_request", "remote_query"] },
  trino: { ...spark, backticks: false, joins: [], refused: ["query", "raw_query", "execute"] },
  bigquery: { ...spark, tripleQuotes: true, lineComments: ["#"], refused: ["external_query"] },
  snowflake: {
    ...spark,
    ...{ backticks: false, dollarQuotes: "plain", lineComments: ["//"], joins: ["->>"], refused: ["identifier"] },
  },
  postgres: {
    ...spark,
    ...{ backticks: false, dollarQuotes: "tagged", joins: [] },
    refused: ["dblink", "dblink_exec", "lo_export", "lo_import", "pg_read_file", "pg_terminate_backend"],
  },
} as const satisfies Readonly<Record<string, SqlLexis>>;
