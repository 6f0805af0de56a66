import { sqlName } from "../../source/with-database.js";
import type { SqlDialect } from "./group-by-engine.js";
import { halfToEven } from "./half-to-even.js";

/** How Trino spells what differs between engines, so that every value has the text that DuckDB would give it. */
export const trinoDialect: SqlDialect = {
  name: sqlName,
  doubleType: "DOUBLE",
  text: textOf,
  double: doubleOf,
  isFinite: (double) => `is_finite(${double})`,
  isSinglePrecision: (type) => type === "real",
  // A CAST of a double to an integer rounds halves away from zero, and the sum of a BIGINT is one.
  wholeNumber: (double) => `CAST(${halfToEven(`(${double})`, "DOUBLE")} AS DECIMAL(38, 0))`,
  wideInteger: "DECIMAL(38, 0)",
  isPlain: (type) => !/^(varbinary|array|map|row|json|interval|hyperloglog|qdigest|tdigest|p4hyperloglog)/i.test(type),
};

function textOf(value: string, type: string): string {
  if (type === "double") return doubleText(value, `CAST(${value} AS VARCHAR)`);
  if (type === "real") return doubleText(value, singleText(value));
  // An instant has the text of its time in UTC.
  if (/^timestamp\(?\d*\)? with time zone$/i.test(type)) {
    return `${withoutZeros(`CAST(CAST(at_timezone(${value}, 'UTC') AS TIMESTAMP(6)) AS VARCHAR)`)} || '+00'`;
  }
  if (/^(timestamp|time)(\(\d+\))?$/i.test(type)) return withoutZeros(`CAST(${value} AS VARCHAR)`);
  return `CAST(${value} AS VARCHAR)`;
}

/** Without the zeros at the end of a fraction of a second. */
function withoutZeros(text: string): string {
  return `regexp_replace(${text}, '([.][0-9]*[1-9])0+$|[.]0+$', '$1')`;
}

/** The fewest digits that are this number and no other: a CAST would leave some of them out. */
function singleText(value: string): string {
  const digits = (count: number) => `format('%.${count}E', CAST(${value} AS DOUBLE))`;
  const tried = [6, 7].map((count) => `WHEN CAST(${digits(count)} AS REAL) = ${value} THEN ${digits(count)}`);
  return `CASE ${tried.join(" ")} ELSE ${digits(8)} END`;
}

/** Trino writes 1.0E-5 and 1.234567E7 where DuckDB writes 1e-05 and 12345670; no digit is added or lost. */
function doubleText(value: string, text: string): string {
  const mantissa = `regexp_replace(split_part(${text}, 'E', 1), '[.]?0+$', '')`;
  const power = `CAST(split_part(${text}, 'E', 2) AS BIGINT)`;
  const digits = `CAST(abs(${power}) AS VARCHAR)`;
  const exponent = `CASE WHEN ${power} < 0 THEN '-' ELSE '+' END || CASE WHEN abs(${power}) < 10 THEN '0' ELSE '' END || ${digits}`;
  return [
    `CASE WHEN is_nan(${value}) THEN 'nan'`,
    `WHEN is_infinite(${value}) THEN CASE WHEN ${value} > 0 THEN 'inf' ELSE '-inf' END`,
    `WHEN abs(${value}) < 1E18 AND truncate(${value}) = ${value} THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR)`,
    `WHEN ${power} BETWEEN -4 AND 15 THEN regexp_replace(CAST(CAST(${text} AS DECIMAL(38, 21)) AS VARCHAR), '0+$', '')`,
    `ELSE ${mantissa} || 'e' || ${exponent} END`,
  ].join(" ");
}

const numericType = /^(tinyint|smallint|integer|bigint|real|double|decimal)/i;
const blanks = "[[:space:]]*";
const numberText = `'^${blanks}[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,4})?${blanks}$'`;

function doubleOf(value: string, type: string): string {
  if (/^(real|double)/i.test(type)) {
    // Smallest and largest values leave NaN out here: it is no number.
    return `CASE WHEN NOT is_nan(${value}) THEN CAST(${value} AS DOUBLE) END`;
  }
  if (numericType.test(type)) return `CAST(${value} AS DOUBLE)`;
  if (type === "boolean") return `CAST(CAST(${value} AS INTEGER) AS DOUBLE)`;
  const text = `CAST(${value} AS VARCHAR)`;
  // A text such as 1d or 0x1p3 is a double for Java.
  return `CASE WHEN regexp_like(${text}, ${numberText}) THEN TRY_CAST(${text} AS DOUBLE) END`;
}
