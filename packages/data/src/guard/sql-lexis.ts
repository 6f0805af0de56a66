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
}

const spark: SqlLexis = {
  backticks: true,
  tripleQuotes: false,
  dollarQuotes: "none",
  lineComments: [],
  joins: ["|>"],
};

/** How each dialect is cut into tokens. */
export const sqlLexes = {
  spark,
  databricks: spark,
  trino: { ...spark, backticks: false, joins: [] },
  bigquery: { ...spark, tripleQuotes: true, lineComments: ["#"] },
  snowflake: { ...spark, backticks: false, dollarQuotes: "plain", lineComments: ["//"], joins: ["->>"] },
  postgres: { ...spark, backticks: false, dollarQuotes: "tagged", joins: [] },
} as const satisfies Readonly<Record<string, SqlLexis>>;
