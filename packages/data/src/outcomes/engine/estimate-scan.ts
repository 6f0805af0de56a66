import { parseJson } from "@evenodds/core";
import type { ScanEstimate } from "./group-by-engine.js";

/** What nobody knows. */
const unknown: ScanEstimate = { rows: undefined, bytes: undefined };

const sizes: ReadonlyMap<string, number> = new Map(
  ["B", "KiB", "MiB", "GiB", "TiB", "PiB"].map((unit, i) => [unit, 1024 ** i]),
);

/** Reads the text of Spark's EXPLAIN COST: the sizes of the tables at the leaves of the optimized plan. */
export function estimateOfSpark(text: string): ScanEstimate {
  const [, plan = ""] = /== Optimized Logical Plan ==\n([^]*?)\n\n/.exec(text) ?? [];
  const leaves = plan.split("\n").filter((line) => /\b\w*Relation(V2)?\b/.test(line) && !/OneRowRelation/.test(line));
  const found = leaves.map((line) => {
    const [, size, unit] = /sizeInBytes=([\d.]+) (\w+)/.exec(line) ?? [];
    const rows = /rowCount=([\d.E+]+)/.exec(line)?.[1];
    const factor = sizes.get(unit ?? "");
    // Where there are no statistics, Spark writes a size in EiB.
    return { bytes: factor && Number(size) * factor, rows: rows === undefined ? undefined : Number(rows) };
  });
  return sumOf(found);
}

/** Reads the JSON of Trino's EXPLAIN (TYPE IO, FORMAT JSON). */
export function estimateOfTrino(text: string): ScanEstimate {
  const { inputTableColumnInfos = [] } = parseJson(text) as TrinoPlan;
  return sumOf(
    inputTableColumnInfos.map(({ estimate }) => ({
      rows: numberOf(estimate.outputRowCount),
      bytes: numberOf(estimate.outputSizeInBytes),
    })),
  );
}

/** Reads the JSON of PostgreSQL's EXPLAIN (FORMAT JSON): the rows of the tables that are scanned. */
export function estimateOfPostgres(text: string): ScanEstimate {
  const [{ Plan }] = parseJson(text) as readonly [{ readonly Plan: PostgresPlan }];
  const found: Partial<ScanEstimate>[] = [];
  const left = [Plan];
  for (let plan = left.pop(); plan !== undefined; plan = left.pop()) {
    if (plan["Relation Name"] !== undefined) found.push({ rows: plan["Plan Rows"] });
    for (const part of plan.Plans ?? []) left.push(part);
  }
  return sumOf(found);
}

interface TrinoPlan {
  readonly inputTableColumnInfos?: readonly {
    readonly estimate: { readonly outputRowCount: unknown; readonly outputSizeInBytes: unknown };
  }[];
}

interface PostgresPlan {
  readonly "Relation Name"?: string;
  readonly "Plan Rows": number;
  readonly Plans?: readonly PostgresPlan[];
}

/** NaN and infinities are texts. */
function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Adds up tables; what one of them lacks is unknown for all. */
function sumOf(tables: readonly Partial<ScanEstimate>[]): ScanEstimate {
  if (tables.length === 0) return unknown;
  const total = (values: readonly (number | undefined)[]) =>
    values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
  return { rows: total(tables.map(({ rows }) => rows)), bytes: total(tables.map(({ bytes }) => bytes)) };
}
