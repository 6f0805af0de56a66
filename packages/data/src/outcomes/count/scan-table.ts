import type { SqlCell } from "../engine/group-by-engine.js";
import type { GroupableTable } from "../source/groupable-table.js";
import type { GroupKey } from "./group-key.js";
import { mostLevels, type Domain } from "./level-names.js";
import type { Measures } from "./measures.js";
import { scanCells, type Cells } from "./scan-cells.js";

/** The groups of a table by all keys, or, where there are too many of them, by a few keys at a time. */
export interface Scan {
  /** The values of each key. */
  readonly domains: readonly Domain[];
  /** Rows of small groups, which are in no domain and no cell. */
  readonly small: number;
  /** Cells with the values of some keys, by index; reads the table again where all keys do not fit together. */
  readonly cellsOf: (keys: readonly number[]) => Promise<Cells>;
}

/** Above this many groups, keys are scanned a few at a time: one scan would no longer be small. */
export const mostCells = 100_000;

/** Scans a table once by all keys, else once by each key, so that columns with too many values are found. */
export async function scanTable(
  table: GroupableTable,
  { keys, measures }: { readonly keys: readonly GroupKey[]; readonly measures: Measures },
): Promise<Scan> {
  const all = await scanCells(table, { keys, measures, most: mostCells });
  const domains: Domain[] = [];
  let { small } = all;
  for (const [i, key] of keys.entries()) {
    const alone = all.complete ? { ...all, values: [all.values[i]!] } : await scanValues(table, { key, measures });
    small = Math.max(small, alone.small);
    domains.push(await withOddTexts(table, { key, measures, domain: domainOf(alone) }));
  }
  const cellsOf = (chosen: readonly number[]) =>
    all.complete
      ? Promise.resolve({ ...all, values: chosen.map((key) => all.values[key]!) })
      : scanCells(table, { keys: chosen.map((key) => keys[key]!), measures, most: Infinity });
  return { domains, small, cellsOf };
}

/** Returns the domains of the first rows, or undefined where it takes as long to read some rows as to read all. */
export async function probeTable(
  table: GroupableTable,
  { keys, measures }: { readonly keys: readonly GroupKey[]; readonly measures: Measures },
): Promise<readonly Domain[] | undefined> {
  if (!table.startsFast || table.small !== undefined) return undefined;
  const first = await scanCells(table, {
    keys,
    measures: { ...measures, sums: [] },
    most: Infinity,
    firstRows: 10_000,
  });
  return first.values.map((values) => domainOf({ ...first, values: [values] }));
}

interface OneKey {
  readonly key: GroupKey;
  readonly measures: Measures;
}

/** The first values of a key. Each file can repeat a value; one more than is allowed shows that there are too many. */
function scanValues(table: GroupableTable, { key, measures }: OneKey): Promise<Cells> {
  return scanCells(table, { keys: [key], measures, most: (mostLevels + 1) * table.parts.length });
}

/** Adds the texts that a number key takes for NULL, so that a text among numbers is told from a missing number. */
async function withOddTexts(
  table: GroupableTable,
  { key, measures, domain }: OneKey & { readonly domain: Domain },
): Promise<Domain> {
  if (key.number === undefined || !domain.has(null)) return domain;
  return new Map([...domain, [null, 0], ...(await scanOddTexts(table, { key, measures }))]);
}

/** Returns the first texts that a number key takes for NULL. */
export async function scanOddTexts(table: GroupableTable, { key, measures }: OneKey): Promise<Domain> {
  const text = { column: key.column };
  const most = (mostLevels + 1) * table.parts.length;
  return domainOf(await scanCells(table, { keys: [text], measures, most, without: key }));
}

function domainOf({ values, rows }: Pick<Cells, "values" | "rows">): Map<SqlCell, number> {
  const domain = new Map<SqlCell, number>();
  values[0]!.forEach((value, i) => domain.set(value, (domain.get(value) ?? 0) + rows[i]!));
  return domain;
}
