import { writeFile } from "node:fs/promises";
import { UsageError } from "@evenodds/core";
import { oddCharacters, printedDialects, writeFileAtomically, type PrintedDialectName } from "@evenodds/data";
import { countingStatement, type CountedQuery, type CountingStatement, type TableColumns } from "evenodds";
import { checkOutput } from "evenodds/internal";
import type { Terminal } from "../console/terminal.js";

/** Flags of `evenodds sql`. */
export interface SqlFlags extends TableColumns {
  readonly dialect: PrintedDialectName;
  readonly sql?: string;
  readonly from?: string;
  readonly out?: string;
}

/** Prints a statement that counts, with what becomes of its result, or writes it to a file. */
export async function sqlAction(flags: SqlFlags, { out, log }: Pick<Terminal, "out" | "log">): Promise<void> {
  if (flags.out !== undefined) await checkOutput(flags.out, { kind: "file", argument: "--out" });
  const query = countedQuery(flags);
  const statement = await countingStatement(query, flags);
  const { out: file } = flags;
  const text = `${comments(flags, statement)}\n${statement.sql}\n;\n`;
  if (file === undefined) return out(text);
  await writeFileAtomically(file, (beside) => writeFile(beside, text));
  log(`wrote ${file}`);
}

function countedQuery({ dialect, sql, from }: SqlFlags): CountedQuery {
  if (sql !== undefined) return { sql, dialect };
  if (from !== undefined) return { from, dialect };
  throw new UsageError({
    argument: "--from",
    expected: "the table or the query whose rows are counted",
    found: "none",
    hint: 'such as --from scored, or --sql "select * from scored where year = 2025"',
  });
}

/** Where the result is said to be; the user may name it otherwise. */
const resultFile = "result.csv";

/** What stands before the statement: what its result is for, and what it holds. */
function comments(flags: SqlFlags, { columns, count, small, audit }: CountingStatement): string {
  const { title, isRun } = printedDialects[flags.dialect];
  const each = columns.filter((column) => [flags.score, flags.weight, flags.cluster].includes(column));
  const command = `evenodds audit ${auditFlags({ audit, count, small }).join(" ")}`;
  const lines = [
    `Counts rows in ${title} for an audit of equalized odds: ${columns.filter((column) => column !== count && column !== small).join(", ")}.`,
    "Save the result as CSV with a header, or as Parquet, and audit it:",
    `  ${command}`,
    `Each line is a combination that occurs, and "${count}" its number of rows. Rows that lack a value are among them.`,
    ...(each.length === 0 ? [] : [`Each value of ${each.join(" and ")} has lines of its own: the result can be long.`]),
    ...(small === undefined ? [] : [smallLine(flags, small)]),
    ...(isRun ? [] : [`Tested without ${title} itself: not run on the service.`]),
  ];
  const odd = lines.map((line) => (line.includes("\n") ? "a line end" : oddCharacters(line))).find((found) => found);
  if (odd !== undefined) {
    const hint = "names and values stand in a comment above the statement; use plain ones";
    throw new UsageError({ argument: "columns", expected: "names and values of one line", found: odd, hint });
  }
  return lines.map((line) => `-- ${line}`).join("\n");
}

function smallLine({ minCell, sensitive, given }: SqlFlags, small: string): string {
  const groups = [...sensitive, ...(given === undefined ? [] : [given])].join(", ");
  return `One line, with ${JSON.stringify(small)} = 1, has all rows whose ${groups} fewer than ${minCell} rows share, and nothing else about them.`;
}

/** Returns the flags that audit the result, each as a shell takes it. */
function auditFlags({ audit, count, small }: Pick<CountingStatement, "audit" | "count" | "small">): string[] {
  const { label, prediction, score, threshold, positive, negative, sensitive, cross, missing, missingValues } = audit;
  const { classes, given, weight, cluster } = audit;
  const values: (readonly [string, string | undefined])[] = [
    ["counts", resultFile],
    ["count-column", count === "count" ? undefined : count],
    ["small-column", small],
    ["label", label],
    ["prediction", prediction],
    ["score", score],
    ["threshold", threshold?.toString()],
    ["positive", positive],
    ["negative", negative],
    ["sensitive", sensitive.join(",")],
    ["cross", typeof cross === "string" ? cross : cross?.map((names) => names.join("*")).join(",")],
    ["missing", missing === "exclude" ? undefined : missing],
    ["missing-values", missingValues?.join(",")],
    ["classes", classes?.join(",")],
    ...[...audit.levels].map(([name, list]) => ["levels", `${name}=${list.join(",")}`] as const),
    ["given", given],
    ["weight", weight],
    ["cluster", cluster],
  ];
  return values.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}${shellValue(value)}`]));
}

/** A value behind its flag; one that begins like a flag belongs to it by an equals sign. */
function shellValue(value: string): string {
  const quoted = /^[\w.,=%+:@/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
  return value.startsWith("-") ? `=${quoted}` : ` ${quoted}`;
}
