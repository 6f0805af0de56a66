import { sqlText } from "../../source/database.js";

/** What `String.prototype.trim` drops; DuckDB's own `trim` drops blanks only. */
const blanks =
  " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Returns a DuckDB expression for a text without outer blanks, as `String.prototype.trim` gives it. */
export function sqlTrimmed(text: string): string {
  return `trim(${text}, ${sqlText(blanks)})`;
}

/**
 * Returns a DuckDB expression for core's `canonicalId` of a text: the same rule, for joins of rows that stay in SQL.
 */
export function sqlCanonicalId(text: string): string {
  const whole = `regexp_replace(${sqlTrimmed(text)}, '^\\+?(-?(?:0|[1-9][0-9]*))(?:\\.0*)?$', '\\1')`;
  return `CASE ${whole} WHEN '-0' THEN '0' ELSE ${whole} END`;
}
