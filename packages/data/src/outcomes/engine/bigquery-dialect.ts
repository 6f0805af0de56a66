import { halfToEven } from "./half-to-even.js";
import type { SqlDialect } from "./group-by-engine.js";

/** How BigQuery spells what differs between engines; known from its documentation alone. */
export const bigqueryDialect: SqlDialect = {
  name: (column) => `\`${column.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``,
  doubleType: "FLOAT64",
  text: textOf,
  double: doubleOf,
  isFinite: (double) => `NOT (IS_NAN(${double}) OR IS_INF(${double}))`,
  isSinglePrecision: () => false,
  // The sum of an INT64 is one, and the cast of a double rounds halves away from zero.
  wholeNumber: (double) => `CAST(${halfToEven(double, "FLOAT64")} AS BIGNUMERIC)`,
  wideInteger: "BIGNUMERIC",
};

function textOf(value: string, type: string): string {
  const text = `CAST(${value} AS STRING)`;
  if (type !== "FLOAT64") return text;
  return `CASE WHEN ABS(${value}) < 1e18 AND TRUNC(${value}) = ${value} THEN CAST(CAST(${value} AS INT64) AS STRING) ELSE ${text} END`;
}

const numericType = /^(INT64|FLOAT64|NUMERIC|BIGNUMERIC)/;
const numberText = "r'^ *[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,4})? *$'";

function doubleOf(value: string, type: string): string {
  if (numericType.test(type)) return `CAST(${value} AS FLOAT64)`;
  if (type === "BOOL") return `CAST(CAST(${value} AS INT64) AS FLOAT64)`;
  const text = `CAST(${value} AS STRING)`;
  return `CASE WHEN REGEXP_CONTAINS(${text}, ${numberText}) THEN SAFE_CAST(TRIM(${text}) AS FLOAT64) END`;
}
