import { markdownTable } from "markdown-table";

/** Returns a table whose first `texts` columns are text, and whose others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], texts: number): string {
  const align = head.map((_, i) => (i < texts ? "l" : "r"));
  return markdownTable([[...head], ...rows.map((row) => [...row])], { align, alignDelimiters: false });
}
