import { sqlName } from "../../source/with-database.js";
import type { SqlDialect } from "./group-by-engine.js";

/** How PostgreSQL spells what differs between engines, so that every value has the text that DuckDB would give it. */
export const postgresDialect: SqlDialect = {
  name: sqlName,
  doubleType: "DOUBLE PRECISION",
  // Levels travel in the order of their bytes, as in DuckDB, whatever the language of the database.
  text: (value, type) => `(${textOf(value, type)}) COLLATE "C"`,
  double: doubleOf,
  // NaN is the largest double here.
  isFinite: (double) => `abs(${double}) < ${infinity}`,
  isSinglePrecision: (type) => type === "real",
  wholeNumber: (double) => `CAST(${double} AS BIGINT)`,
  wideInteger: "numeric(38, 0)",
};

const infinity = "CAST('Infinity' AS DOUBLE PRECISION)";

/** Doubles of ordinary size, written without an exponent by DuckDB. */
const ordinary = "BETWEEN 1e-4 AND 1e16";

function textOf(value: string, type: string): string {
  const text = `CAST(${value} AS text)`;
  // Without a declared scale 1.5 and 1.50 are one group, shown as whichever row came first.
  if (type === "numeric") return `CAST(trim_scale(${value}) AS text)`;
  if (type !== "real" && type !== "double precision") return text;
  // PostgreSQL writes exponents from 1e15 on (1e6 in single precision); by way of numeric no digit is lost.
  return [
    `CASE WHEN abs(${value}) < 1e18 AND trunc(${value}) = ${value} THEN CAST(CAST(${value} AS bigint) AS text)`,
    `WHEN abs(${value}) ${ordinary} THEN CAST(CAST(${text} AS numeric) AS text)`,
    `WHEN abs(${value}) = ${infinity} THEN CASE WHEN ${value} > 0 THEN 'inf' ELSE '-inf' END`,
    `WHEN ${value} = CAST('NaN' AS DOUBLE PRECISION) THEN 'nan' ELSE ${text} END`,
  ].join(" ");
}

const numericType = /^(smallint|integer|bigint|real|double precision|numeric)/;
const numberText = "'^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,4})?\\s*$'";

function doubleOf(value: string, type: string): string {
  if (numericType.test(type)) return `CAST(${value} AS DOUBLE PRECISION)`;
  if (type === "boolean") return `CAST(CAST(${value} AS integer) AS DOUBLE PRECISION)`;
  const text = `CAST(${value} AS text)`;
  const size = `abs(CAST(${text} AS numeric))`;
  // A cast of a text that is not a double is an error here, so size and spelling are looked at first.
  return `CASE WHEN ${text} ~ ${numberText} THEN CASE WHEN ${size} < 1e-307 THEN 0 WHEN ${size} < 1.797e308 THEN CAST(${text} AS DOUBLE PRECISION) END END`;
}
