import { sqlLexes, type SqlLexis } from "../../guard/sql-lexis.js";
import { sqlName } from "../../source/with-database.js";
import { bigqueryDialect } from "../engine/bigquery-dialect.js";
import { duckDialect } from "../engine/duck-dialect.js";
import type { SqlDialect } from "../engine/group-by-engine.js";
import { postgresDialect } from "../engine/postgres-dialect.js";
import { snowflakeDialect } from "../engine/snowflake-dialect.js";
import { sparkDialect } from "../engine/spark-dialect.js";
import { trinoDialect } from "../engine/trino-dialect.js";

/** What a statement for a console needs of a dialect: nobody asks there what types its columns have. */
export interface PrintedDialect {
  readonly dialect: SqlDialect;
  /** What a user calls the engine. */
  readonly title: string;
  /** How a user's text is cut into tokens; undefined where the engine's own parser reads it. */
  readonly lexis: SqlLexis | undefined;
  /** Name of a column of the result, as the user wrote it. */
  readonly alias: (column: string) => string;
  /** Type of texts in a CAST. */
  readonly textType: string;
  /** What the engine calls the types of texts and doubles where it describes columns. */
  readonly described: { readonly text: string; readonly double: string };
  /** Predicate: a value is of a type of binary floating-point numbers, whatever its type is. */
  readonly isFloating: (value: string) => string;
  /** Whether tests run its statements on the engine itself. */
  readonly isRun: boolean;
}

const bigquery: PrintedDialect = {
  dialect: bigqueryDialect,
  title: "BigQuery",
  lexis: sqlLexes.bigquery,
  alias: bigqueryDialect.name,
  textType: "STRING",
  described: { text: "STRING", double: "FLOAT64" },
  // Texts and dates have quotes there. Numbers of other types have the same text by way of a double, or quotes.
  isFloating: (value) => `NOT STARTS_WITH(TO_JSON_STRING(${value}), '"')`,
  isRun: false,
};

const spark: PrintedDialect = {
  dialect: sparkDialect,
  title: "Spark",
  lexis: sqlLexes.spark,
  alias: sparkDialect.name,
  textType: "STRING",
  described: { text: "string", double: "double" },
  isFloating: (value) => `typeof(${value}) IN ('float', 'double')`,
  isRun: true,
};

/** Every dialect in which a statement can be printed, under its name for users. */
export const printedDialects = {
  spark,
  trino: {
    dialect: trinoDialect,
    title: "Trino",
    lexis: sqlLexes.trino,
    alias: sqlName,
    textType: "VARCHAR",
    described: { text: "varchar", double: "double" },
    isFloating: (value) => `typeof(${value}) IN ('real', 'double')`,
    isRun: true,
  },
  bigquery,
  databricks: { ...spark, title: "Databricks", lexis: sqlLexes.databricks, isRun: false },
  duckdb: {
    dialect: duckDialect,
    title: "DuckDB",
    lexis: undefined,
    alias: sqlName,
    textType: "VARCHAR",
    described: { text: "VARCHAR", double: "DOUBLE" },
    isFloating: (value) => `typeof(${value}) IN ('FLOAT', 'DOUBLE')`,
    isRun: true,
  },
  postgres: {
    dialect: postgresDialect,
    title: "PostgreSQL",
    lexis: sqlLexes.postgres,
    alias: sqlName,
    textType: "text",
    described: { text: "text", double: "double precision" },
    isFloating: (value) => `CAST(pg_typeof(${value}) AS text) IN ('real', 'double precision')`,
    isRun: true,
  },
  snowflake: {
    dialect: snowflakeDialect,
    title: "Snowflake",
    lexis: sqlLexes.snowflake,
    alias: sqlName,
    textType: "VARCHAR",
    described: { text: "VARCHAR", double: "FLOAT" },
    isFloating: (value) => `SYSTEM$TYPEOF(${value}) LIKE 'FLOAT%'`,
    isRun: false,
  },
} as const satisfies Readonly<Record<string, PrintedDialect>>;

export type PrintedDialectName = keyof typeof printedDialects;
export const printedDialectNames = Object.keys(printedDialects) as PrintedDialectName[];
