import { UsageError } from "@evenodds/core";
import { countingSql, type PrintedDialectName } from "@evenodds/data";
import { mapOf, requestedOutcomes, type TableColumns } from "./requested-outcomes.js";

/** A query whose rows are to be counted in an engine that evenodds does not reach, or a whole table of it. */
export type CountedQuery = ({ readonly sql: string } | { readonly from: string }) & {
  readonly dialect: PrintedDialectName;
};

/** A statement that counts, and how its result is audited. */
export interface CountingStatement {
  /** One SELECT, without a semicolon. */
  readonly sql: string;
  /** Names of the columns of its result, in order. */
  readonly columns: readonly string[];
  /** Column of the counts, which is `count` unless another column is called so. */
  readonly count: string;
  /** Column that marks the line of all groups smaller than `minCell`; undefined where any size was asked for. */
  readonly small: string | undefined;
  /** What of the options is still to be said to {@link auditTable} with the result: bins have become levels. */
  readonly audit: Omit<TableColumns, "bins" | "levels" | "minCell"> & {
    readonly levels: ReadonlyMap<string, readonly string[]>;
  };
}

/**
 * Returns one SELECT that counts the rows of a query by groups, label and prediction, in the dialect of an engine:
 * its result, saved as CSV or Parquet, gives the report that an audit of the query itself would give, but for its
 * `data` and `options`. Nothing is run.
 *
 * Throws {@link InputError} for a text that is not one SELECT and for names of columns that no console takes, and
 * {@link UsageError} for options that do not fit.
 *
 * @example
 * const { sql, count, audit } = await countingStatement(
 *   { from: "scored", dialect: "snowflake" },
 *   { label: "y", prediction: "yhat", sensitive: ["sex"] },
 * );
 * // … run sql, save its result as result.csv, then:
 * const report = await auditTable({ counts: "result.csv", count }, audit);
 */
export async function countingStatement(query: CountedQuery, options: TableColumns): Promise<CountingStatement> {
  const request = requestedOutcomes(options);
  const { sql, columns, count, small, bins } = await countingSql(
    { sql: textOf(query), dialect: query.dialect },
    request,
  );
  return { sql, columns, count, small, audit: auditOf(options, bins) };
}

function auditOf(options: TableColumns, bins: ReadonlyMap<string, readonly string[]>): CountingStatement["audit"] {
  const { label, prediction, score, threshold, positive, negative, given, cluster, weight } = options;
  const { sensitive, cross, missing, missingValues, classes } = options;
  return {
    ...{ label, prediction, score, threshold, positive, negative, given, cluster, weight },
    ...{ sensitive, cross, missing, missingValues, classes },
    levels: new Map([...mapOf(options.levels), ...bins]),
  };
}

function textOf(query: CountedQuery): string {
  if ("sql" in query) return query.sql;
  const { from } = query;
  // A part is a plain name or a quoted one; anything more is a query.
  if (/^(?:[\p{L}\p{N}_$-]+|"[^"]+"|`[^`]+`)(?:\.(?:[\p{L}\p{N}_$-]+|"[^"]+"|`[^`]+`))*$/u.test(from)) {
    return `SELECT * FROM ${from}`;
  }
  throw new UsageError({
    argument: "‘from’",
    expected: "the name of a table, as the engine writes it",
    found: JSON.stringify(from),
    hint: "anything more is a query: say it with ‘sql’",
  });
}
