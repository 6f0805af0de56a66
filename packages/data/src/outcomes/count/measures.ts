import { InputError } from "@evenodds/core";
import { checkRowsRead, type TablePart } from "../../source/open-table.js";
import type { SqlCell, SqlDialect } from "../engine/group-by-engine.js";
import type { GroupableTable } from "../source/groupable-table.js";
import { asDouble, columnSql, sqlDouble } from "./group-key.js";
import type { WantedColumns } from "../source/wanted-columns.js";

/** What is summed within each group, besides rows. */
export interface Measures {
  /** Column that says how many rows a row stands for. Default: each one. */
  readonly count: number | undefined;
  readonly sums: readonly ExactSum[];
}

/** A sum that does not depend on the order of rows: terms between −1 and 1 are added as whole multiples of 2^−52. */
export interface ExactSum {
  readonly term: (part: TablePart) => string;
  /** What the sum is multiplied by. */
  readonly scale: number;
}

const unit = 2 ** 52;

/** Returns the SQL aggregates of measures: rows, then each sum in units of 2^−52. */
export function measureSql(table: GroupableTable, part: TablePart, { count, sums }: Measures): string[] {
  const { dialect } = table.engine;
  const times = count === undefined ? undefined : `CAST(${doubleOf(table, part, count)} AS ${dialect.wideInteger})`;
  const rows = times === undefined ? "count(*)" : `sum(${times})`;
  const added = sums.map(({ term }) => {
    const units = dialect.wholeNumber(`${term(part)} * ${sqlDouble(dialect, unit)}`);
    return `sum(${times === undefined ? units : `CAST(${units} AS ${dialect.wideInteger}) * ${times}`})`;
  });
  return [rows, ...added];
}

/** Returns the value of a sum of {@link measureSql}. */
export function sumValue(units: number, { scale }: ExactSum): number {
  return (units / unit) * scale;
}

/** Returns the sums of weights and of their squares; 1 and 1 for each row where there is no weight. */
export function weightSums(
  table: GroupableTable,
  weight: { readonly column: number; readonly scale: number },
): ExactSum[] {
  const { column, scale } = weight;
  const term = (part: TablePart) => sqlShare(doubleOf(table, part, column), { dialect: table.engine.dialect, scale });
  return [
    { term, scale },
    { term: (part) => `${term(part)} * ${term(part)}`, scale: scale ** 2 },
  ];
}

/**
 * Returns an expression for a double as a share of `scale`. A share too small to count in any sum is 0: some engines
 * refuse a product that would be smaller than every double.
 */
export function sqlShare(
  double: string,
  { dialect, scale }: { readonly dialect: SqlDialect; readonly scale: number },
): string {
  return `(CASE WHEN abs(${double}) < ${sqlDouble(dialect, scale * 2 ** -300)} THEN 0 ELSE ${double} / ${sqlDouble(dialect, scale)} END)`;
}

export function doubleOf({ engine }: GroupableTable, part: TablePart, column: number): string {
  return engine.dialect.double(columnSql(part, { column, dialect: engine.dialect }), part.types[column]!);
}

/** Returns the smallest power of 2 that is not below the size of a number; 1 for 0. A division by it loses no digit. */
export function powerAbove(size: number): number {
  return size === 0 ? 1 : 2 ** Math.ceil(Math.log2(size));
}

/** The largest sum of counts that is exact. */
const largestTotal = Number.MAX_SAFE_INTEGER;

/**
 * Returns the largest value of a column of weights, or of whole numbers. Throws {@link InputError} with the first row
 * of a file for values that are missing, negative or not (whole) numbers in decimal notation, and for counts whose sum
 * is above 2^53 − 1.
 */
export async function largestAmount(
  table: GroupableTable,
  amount: { readonly column: number; readonly argument: string; readonly whole: boolean },
): Promise<number> {
  const { column, whole, argument } = amount;
  const { dialect, runGroupBy, sawRows } = table.engine;
  let largest = 0;
  let total = 0;
  for (const part of table.parts) {
    const double = doubleOf(table, part, column);
    const fractions = whole ? `count(CASE WHEN floor(${double}) <> ${double} THEN 1 END)` : "0";
    // NaN is the largest double of SQL. Smallest and largest cost nothing where a file knows them.
    const wanted = [
      `min(${double}), max(${double})`,
      asDouble(dialect, `count(*) - count(${double}) + ${fractions}`),
      asDouble(dialect, "count(*)"),
      ...(whole ? [`sum(${double})`] : []),
    ];
    const [smallest, most, wrong, rows, sum] = (await runGroupBy(`SELECT ${wanted.join(", ")} FROM ${part.sql}`))[0]!;
    checkRowsRead(part, Number(rows));
    sawRows?.(Number(rows));
    const bounds = [Number(smallest ?? 0), Number(most ?? 0)] as const;
    if (wrong !== 0 || bounds[0] < 0 || !Number.isFinite(bounds[1]))
      await failAmount(table, { part, double, ...amount });
    largest = Math.max(largest, bounds[1]);
    total += Number(sum ?? 0);
  }
  if (total <= largestTotal) return largest;
  throw new InputError({
    argument,
    expected: `counts whose sum is at most 2^53 − 1 (${largestTotal}), because larger ones are not exact`,
    found: `a sum of about ${total}, and ${largest} as the largest of them`,
  });
}

async function failAmount(
  table: GroupableTable,
  found: {
    readonly part: TablePart;
    readonly double: string;
    readonly column: number;
    readonly argument: string;
    readonly whole: boolean;
  },
): Promise<never> {
  const { part, double, column, argument, whole } = found;
  const { dialect, runGroupBy } = table.engine;
  const good = `${dialect.isFinite(double)} AND ${double} >= 0${whole ? ` AND floor(${double}) = ${double}` : ""}`;
  const text = dialect.text(columnSql(part, { column, dialect }), part.types[column]!);
  // Only the rows of a file have an order.
  const ordered = part.rows !== undefined;
  const number = ordered ? ["row_number() OVER () AS n"] : [];
  const from = `SELECT ${[...number, `${text} AS v`, `COALESCE(${good}, FALSE) AS good`].join(", ")} FROM ${part.sql}`;
  const wrong = `FROM (${from}) AS numbered WHERE NOT good`;
  const [rows, first] = (await runGroupBy(`SELECT ${asDouble(dialect, "count(*)")}, min(v) ${wrong}`))[0]!;
  const placed = ordered
    ? (await runGroupBy(`SELECT ${asDouble(dialect, "n")}, v ${wrong} ORDER BY n LIMIT 1`))[0]!
    : undefined;
  const shown = (value: SqlCell | undefined) =>
    value === null || value === undefined ? "nothing" : JSON.stringify(value);
  throw new InputError({
    argument,
    expected: `${whole ? "whole" : "finite"} numbers of 0 or more in every row of ${part.name}`,
    found:
      placed === undefined
        ? `${rows} rows with values such as ${shown(first)}`
        : `${shown(placed[1])} in data row ${placed[0]}${rows === 1 ? "" : `, and ${Number(rows) - 1} more such rows`}`,
    hint: whole
      ? "write counts in digits, without marks between them; weights belong in the column of ‘weight’"
      : undefined,
  });
}

/**
 * Returns what is summed besides rows: weights and their squares, where there is a weight column. Throws InputError for
 * weights and counts that are missing, negative or not numbers.
 */
export async function amountMeasures(table: GroupableTable, wanted: WantedColumns): Promise<Measures> {
  const check = async (index: number | undefined, whole: boolean) => {
    if (index === undefined) return undefined;
    const column = table.at[index]!;
    const { argument, column: name } = wanted.columns[index]!;
    const largest = await largestAmount(table, { column, argument: `${argument} ${JSON.stringify(name)}`, whole });
    return { column, largest };
  };
  const count = await check(wanted.count, true);
  const weight = await check(wanted.weight, false);
  const sums = weight && weightSums(table, { column: weight.column, scale: powerAbove(weight.largest) });
  return { count: count?.column, sums: sums ?? [] };
}
