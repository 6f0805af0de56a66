import { sqlName } from "../../source/with-database.js";
import { halfToEven } from "./half-to-even.js";
import type { SqlDialect } from "./group-by-engine.js";

/** How Snowflake spells what differs between engines; known from its documentation alone. */
export const snowflakeDialect: SqlDialect = {
  name: nameOf,
  doubleType: "DOUBLE",
  text: textOf,
  double: doubleOf,
  // NaN is the largest double here, and equal to itself.
  isFinite: (double) => `ABS(${double}) < CAST('inf' AS DOUBLE)`,
  isSinglePrecision: () => false,
  // A cast of a double to an integer rounds halves away from zero.
  wholeNumber: (double) => `CAST(${halfToEven(double, "DOUBLE")} AS NUMBER(38, 0))`,
  wideInteger: "NUMBER(38, 0)",
};

/**
 * A plain name is not quoted, so that it means the column that a query calls so without quotes, which is kept in
 * capitals; every other name, and every word of the language, can only be a column that was quoted.
 */
function nameOf(column: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(column) && !reserved.has(column.toUpperCase()) ? column : sqlName(column);
}

/** Words that cannot be a column without quotes. */
const reserved = new Set(
  [
    "ACCOUNT ALL ALTER AND ANY AS BETWEEN BY CASE CAST CHECK COLUMN CONNECT CONNECTION CONSTRAINT CREATE CROSS CURRENT",
    "CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DATABASE DELETE DISTINCT DROP ELSE EXISTS FALSE FOLLOWING",
    "FOR FROM FULL GRANT GROUP GSCLUSTER HAVING ILIKE IN INCREMENT INNER INSERT INTERSECT INTO IS ISSUE JOIN LATERAL LEFT",
    "LIKE LOCALTIME LOCALTIMESTAMP MINUS NATURAL NOT NULL OF ON OR ORDER ORGANIZATION QUALIFY REGEXP REVOKE RIGHT RLIKE",
    "ROW ROWS SAMPLE SCHEMA SELECT SET SOME START TABLE TABLESAMPLE THEN TO TRIGGER TRUE TRY_CAST UNION UNIQUE UPDATE",
    "USING VALUES VIEW WHEN WHENEVER WHERE WITH",
  ].flatMap((line) => line.split(" ")),
);

function textOf(value: string, type: string): string {
  const text = `CAST(${value} AS VARCHAR)`;
  if (type !== "FLOAT") return text;
  return `CASE WHEN ABS(${value}) < 1e18 AND TRUNC(${value}) = ${value} THEN CAST(CAST(${value} AS NUMBER(38, 0)) AS VARCHAR) ELSE ${text} END`;
}

const numberText = "' *[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,4})? *'";

function doubleOf(value: string, type: string): string {
  if (/^(NUMBER|FLOAT)/.test(type)) return `CAST(${value} AS DOUBLE)`;
  if (type === "BOOLEAN") return `CAST(CAST(${value} AS NUMBER(38, 0)) AS DOUBLE)`;
  const text = `CAST(${value} AS VARCHAR)`;
  // A pattern has to match the whole text here.
  return `CASE WHEN REGEXP_LIKE(${text}, ${numberText}) THEN TRY_CAST(TRIM(${text}) AS DOUBLE) END`;
}
