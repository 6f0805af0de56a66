import { InputError } from "@evenodds/core";
import { sqlColumn, type TablePart } from "../../source/open-table.js";
import type { GroupableTable } from "../source/groupable-table.js";
import { sqlDouble } from "./group-key.js";

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
    const units = `CAST(${term(part)} * ${sqlDouble(unit)} AS BIGINT)`;
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
  const term = (part: TablePart) => sqlShare(doubleOf(table, part, column), scale);
  return [
    { term, scale },
    { term: (part) => `${term(part)} * ${term(part)}`, scale: scale ** 2 },
  ];
}

/**
 * Returns an expression for a double as a share of `scale`. A share too small to count in any sum is 0: some engines refuse
 * a product that would be smaller than every double.
 */
export function sqlShare(double: string, scale: number): string {
  return `(CASE WHEN abs(${double}) < ${sqlDouble(scale * 2 ** -300)} THEN 0 ELSE ${double} / ${sqlDouble(scale)} END)`;
}

export function doubleOf({ engine }: GroupableTable, part: TablePart, column: number): string {
  return engine.dialect.double(sqlColumn(part, column), part.types[column]!);
}

/** Returns the smallest power of 2 that is not below the size of a number; 1 for 0. A division by it loses no digit. */
export function powerAbove(size: number): number {
  return size === 0 ? 1 : 2 ** Math.ceil(Math.log2(size));
}

/**
 * Returns the largest value of a column of weights, or of whole numbers. Throws {@link InputError} with an example for
 * values that are missing, negative or not (whole) numbers.
 */
export async function largestAmount(
  table: GroupableTable,
  amount: { readonly column: number; readonly argument: string; readonly whole: boolean },
): Promise<number> {
  const { column, whole } = amount;
  const { runGroupBy } = table.engine;
  let largest = 0;
  for (const part of table.parts) {
    const double = doubleOf(table, part, column);
    const fractions = whole ? `count(*) FILTER (WHERE floor(${double}) <> ${double})` : "0";
    // NaN is the largest double of SQL. Smallest and largest cost nothing where a file knows them.
    const sql = `SELECT min(${double}), max(${double}), CAST(count(*) - count(${double}) + ${fractions} AS DOUBLE PRECISION) FROM ${part.sql}`;
    const [smallest, most, wrong] = (await runGroupBy(sql))[0]!;
    const bounds = [Number(smallest ?? 0), Number(most ?? 0)] as const;
    if (wrong !== 0 || bounds[0] < 0 || !Number.isFinite(bounds[1]))
      await failAmount(table, { part, double, ...amount });
    largest = Math.max(largest, bounds[1]);
  }
  return largest;
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
  const text = dialect.text(sqlColumn(part, column), part.types[column]!);
  const sql = `SELECT CAST(count(*) AS DOUBLE PRECISION), min(${text}) FROM ${part.sql} WHERE NOT COALESCE(${good}, FALSE)`;
  const [rows, example] = (await runGroupBy(sql))[0]!;
  throw new InputError({
    argument,
    expected: `${whole ? "whole" : "finite"} numbers of 0 or more in every row of ${part.name}`,
    found: `${rows} rows with ${example === null ? "nothing" : `values such as ${JSON.stringify(example)}`}`,
    hint: whole ? "weights belong in a weight column" : undefined,
  });
}
