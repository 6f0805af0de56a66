/** What SQL quotes (texts, names, dollar quotes), comments on, and ends a statement with. */
const tokens =
  /[eE]'[^'\\]*(?:\\[^][^'\\]*)*'|'[^']*'|"[^"]*"|--[^\n\r]*|\/\*|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$[^]*?\$\1\$|;/g;

/**
 * Returns the text of the first SQL statement, without the semicolon that ends it, and what follows. Only what a parser
 * says of both makes sure of anything: this reads quotes as DuckDB and PostgreSQL do unless they are set up otherwise.
 */
export function cutStatement(sql: string): { readonly statement: string; readonly rest: string } {
  const scan = new RegExp(tokens);
  for (let found = scan.exec(sql); found !== null; found = scan.exec(sql)) {
    if (found[0] === ";") return { statement: sql.slice(0, found.index).trim(), rest: sql.slice(found.index + 1) };
    if (found[0] === "/*") scan.lastIndex = endOfComment(sql, found.index);
  }
  return { statement: sql.trim(), rest: "" };
}

/** Comments can stand within comments. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === "/*" ? 1 : -1;
    if (depth === 0) return start + index + 2;
  }
  return sql.length;
}
