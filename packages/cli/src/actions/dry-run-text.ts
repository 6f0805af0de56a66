import type { PlannedStatement } from "@evenodds/data";

/** Returns statements as SQL with comments that say what each finds, and what it would read. */
export function dryRunText(statements: readonly PlannedStatement[]): string {
  return statements.map((statement, i) => statementText(statement, `${i + 1} of ${statements.length}`)).join("\n");
}

function statementText({ what, isExample, sql, estimate }: PlannedStatement, place: string): string {
  const rows = estimate?.rows === undefined ? [] : [`about ${estimate.rows.toLocaleString("en")} rows`];
  const bytes = estimate?.bytes === undefined ? [] : [`up to ${bytesText(estimate.bytes)}`];
  const known = [...rows, ...bytes];
  const lines = [
    `${place}: ${what}`,
    ...(isExample ? ["Bounds in it come from other statements; 0 and 1 stand for them here."] : []),
    ...(known.length === 0 ? [] : [`The database expects to read ${known.join(", ")}.`]),
  ];
  return `${lines.map((line) => `-- ${line}`).join("\n")}\n${sql};\n`;
}

const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** In powers of 1000, with one digit behind the point. */
function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
}
