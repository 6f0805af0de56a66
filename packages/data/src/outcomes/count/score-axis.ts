import { InputError, maximum, minimum } from "@evenodds/core";
import type { GroupableTable } from "../source/groupable-table.js";
import { asDouble, sqlDouble, type GroupKey, type NumberKey } from "./group-key.js";
import { doubleOf, powerAbove } from "./measures.js";
import { scanCells } from "./scan-cells.js";

/** The scores by which rows are grouped: every distinct one, or bins. */
export interface ScoreAxis {
  readonly exact: boolean;
  readonly scores: Float64Array;
  readonly borders: Float64Array | undefined;
  readonly key: GroupKey;
  /** Position among `scores` of a value of the key. */
  readonly indexOf: (value: number) => number;
  /** A power of 2 that no score is larger than in size. */
  readonly scale: number;
  /** Whether some rows have no finite score. */
  readonly someMissing: boolean;
}

/** Up to this many distinct scores, each is counted by itself. */
export const mostScores = 10_000;

/** Squares of scores beyond this could leave the range of doubles. */
const largestScore = 1e100;

/** Chooses distinct scores or bins: of [0, 1] where it holds all scores, else from the smallest to the largest. */
export async function scoreAxis(
  table: GroupableTable,
  options: {
    readonly column: number;
    readonly argument: string;
    readonly bins: number;
    readonly count: number | undefined;
  },
): Promise<ScoreAxis> {
  const { column, bins } = options;
  const { lowest, highest, someMissing } = await scoreRange(table, options);
  const scale = powerAbove(Math.max(Math.abs(lowest), Math.abs(highest)));
  const distinct = await distinctScores(table, options);
  if (distinct !== undefined) {
    const scores = Float64Array.from(new Set(distinct)).sort();
    const at = new Map(Array.from(scores, (score, i) => [score, i]));
    const key = { column, number: itself };
    return { exact: true, scores, borders: undefined, key, indexOf: (value) => at.get(value)!, scale, someMissing };
  }
  const [low, high] = lowest >= 0 && highest <= 1 ? [0, 1] : [lowest, highest];
  const width = (high - low) / bins;
  const border = (i: number) => (i === bins ? high : low + i * width);
  const number: NumberKey = (double, { dialect }) =>
    `LEAST(floor((${double} - ${sqlDouble(dialect, low)}) / ${sqlDouble(dialect, high - low)} * ${bins}), ${bins - 1})`;
  return {
    exact: false,
    scores: Float64Array.from({ length: bins }, (_, i) => (border(i) + border(i + 1)) / 2),
    borders: Float64Array.from({ length: bins + 1 }, (_, i) => border(i)),
    key: { column, number },
    indexOf: (value) => value,
    scale,
    someMissing,
  };
}

/** −0 and 0 are one score. */
function itself(double: string): string {
  return `${double} + 0`;
}

/** The smallest and largest finite score, and whether there are rows without one. */
export async function scoreRange(
  table: GroupableTable,
  { column, argument }: { readonly column: number; readonly argument: string },
): Promise<{ readonly lowest: number; readonly highest: number; readonly someMissing: boolean }> {
  const { dialect, runGroupBy } = table.engine;
  const ranges = table.parts.map((part) => {
    const double = doubleOf(table, part, column);
    const finite = `CASE WHEN ${dialect.isFinite(double)} THEN ${double} END`;
    return `SELECT min(${finite}), max(${finite}), ${asDouble(dialect, `count(*) - count(${finite})`)} FROM ${part.sql}`;
  });
  const found = await runGroupBy(ranges.join(" UNION ALL "));
  const bounds = found.flatMap((row) => row.slice(0, 2)).filter((bound) => bound !== null);
  const lowest = bounds.length === 0 ? 0 : minimum(bounds.map(Number));
  const highest = bounds.length === 0 ? 0 : maximum(bounds.map(Number));
  if (Math.max(-lowest, highest) <= largestScore)
    return { lowest, highest, someMissing: found.some((row) => row[2] !== 0) };
  throw new InputError({
    argument,
    expected: `scores between ${-largestScore} and ${largestScore}`,
    found: `${highest > largestScore ? highest : lowest}`,
  });
}

/** All distinct scores, or undefined where there are more than are counted by themselves. */
export async function distinctScores(
  table: GroupableTable,
  { column, count }: { readonly column: number; readonly count: number | undefined },
): Promise<number[] | undefined> {
  const options = {
    keys: [{ column, number: itself }],
    measures: { count, sums: [] },
    most: (mostScores + 1) * table.parts.length,
  };
  const tooMany = (values: readonly number[]) => new Set(values).size > mostScores;
  if (table.startsFast && tooMany(numbers(await scanCells(table, { ...options, firstRows: 50_000 })))) return undefined;
  const values = numbers(await scanCells(table, options));
  return tooMany(values) ? undefined : values;
}

function numbers({ values }: Awaited<ReturnType<typeof scanCells>>): number[] {
  return values[0]!.filter((value) => typeof value === "number");
}
