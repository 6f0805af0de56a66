/**
 * Returns an SQL expression for the text of a value of a DuckDB type. Whole floating-point numbers are written digit by
 * digit, because `1e+16` and `10000000000000000` would otherwise be two levels.
 */
export function sqlTextOf(value: string, type: string): string {
  if (type === "VARCHAR") return value;
  if (type !== "FLOAT" && type !== "DOUBLE") return `CAST(${value} AS VARCHAR)`;
  return `CASE WHEN abs(${value}) < 1e18 AND trunc(${value}) = ${value} THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR) ELSE CAST(${value} AS VARCHAR) END`;
}

/**
 * Returns an SQL expression for the double of a value of a DuckDB type; NULL where it is not a number. A text is one in
 * decimal notation: DuckDB alone would read `2020_1` as 20201.
 */
export function sqlDoubleOf(value: string, type: string): string {
  if (type === "VARCHAR") return `TRY_CAST(CASE WHEN contains(${value}, '_') THEN NULL ELSE ${value} END AS DOUBLE)`;
  const numeric = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BOOLEAN)/.test(type);
  return `TRY_CAST(${numeric ? value : `CAST(${value} AS VARCHAR)`} AS DOUBLE)`;
}
