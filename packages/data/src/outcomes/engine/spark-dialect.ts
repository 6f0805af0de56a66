import type { SqlDialect } from "./group-by-engine.js";

/** How Spark SQL spells what differs between engines, so that every value has the text that DuckDB would give it. */
export const sparkDialect: SqlDialect = {
  name: (column) => `\`${column.replaceAll("`", "``")}\``,
  doubleType: "DOUBLE",
  text: textOf,
  double: doubleOf,
  // NaN is the largest double here.
  isFinite: (double) => `abs(${double}) < ${infinity}`,
  isSinglePrecision: (type) => type === "float",
  // A CAST of a double to an integer cuts it off, and the sum of a BIGINT is one.
  wholeNumber: (double) => `CAST(rint(${double}) AS DECIMAL(20, 0))`,
  wideInteger: "DECIMAL(38, 0)",
  isPlain: (type) => !/^(binary|array|map|struct|variant|interval|geometry|geography)/i.test(type),
};

const infinity = "CAST('Infinity' AS DOUBLE)";

function textOf(value: string, type: string): string {
  if (/^(float|double)$/i.test(type)) return doubleText(value);
  const decimal = /^decimal\(\d+, ?(\d+)\)$/i.exec(type);
  // A CAST would write 0E-18 in some sessions.
  if (decimal !== null) return `replace(format_number(${value}, ${decimal[1]}), ',', '')`;
  // An instant has the text of its time in UTC, whatever the time zone of the session.
  if (/^timestamp$/i.test(type)) {
    return `concat(CAST(timestampadd(MICROSECOND, unix_micros(${value}), TIMESTAMP_NTZ '1970-01-01 00:00:00') AS STRING), '+00')`;
  }
  return `CAST(${value} AS STRING)`;
}

/** Java writes 1.0E-5 and 1.234567E7 where DuckDB writes 1e-05 and 12345670; no digit is added or lost. */
function doubleText(value: string): string {
  const java = `CAST(${value} AS STRING)`;
  const mantissa = `regexp_replace(split_part(${java}, 'E', 1), '[.]0$', '')`;
  // There is none between a thousandth and ten million.
  const power = `COALESCE(try_cast(split_part(${java}, 'E', 2) AS INT), 0)`;
  const exponent = `concat(CASE WHEN ${power} < 0 THEN '-' ELSE '+' END, lpad(CAST(abs(${power}) AS STRING), greatest(2, length(CAST(abs(${power}) AS STRING))), '0'))`;
  return [
    `CASE WHEN isnan(${value}) THEN 'nan'`,
    `WHEN abs(${value}) = ${infinity} THEN CASE WHEN ${value} > 0 THEN 'inf' ELSE '-inf' END`,
    `WHEN abs(${value}) < 1e18 AND rint(${value}) = ${value} THEN CAST(CAST(${value} AS BIGINT) AS STRING)`,
    `WHEN ${power} BETWEEN -4 AND 15 THEN regexp_replace(CAST(CAST(${java} AS DECIMAL(38, 21)) AS STRING), '0+$', '')`,
    `ELSE concat(${mantissa}, 'e', ${exponent}) END`,
  ].join(" ");
}

const numericType = /^(tinyint|smallint|int|bigint|float|double|decimal)/i;
/** Without a backslash, which sessions read in two ways, and without a blank that a terminal would change. */
const blanks = `concat('[ ', ${[9, 10, 11, 12, 13].map((code) => `chr(${code})`).join(", ")}, ']*')`;
const numberText = `concat('^', ${blanks}, '[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,4})?', ${blanks}, '$')`;

function doubleOf(value: string, type: string): string {
  if (numericType.test(type)) return `CAST(${value} AS DOUBLE)`;
  if (type === "boolean") return `CAST(CAST(${value} AS INT) AS DOUBLE)`;
  const text = `CAST(${value} AS STRING)`;
  // A text such as 1d or 0x1p3 is a double for Java.
  return `CASE WHEN ${text} RLIKE ${numberText} THEN try_cast(${text} AS DOUBLE) END`;
}
