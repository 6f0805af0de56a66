import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addCounts, UsageError, type OutcomeCounts } from "@evenodds/core";
import {
  countOutcomesFrom,
  writeTable,
  type CountedOutcomes,
  type FileLayout,
  type OutcomeSource,
  type OutputColumn,
} from "@evenodds/data";
import { requestedOutcomes } from "../audit/requested-outcomes.js";
import type { CompleteSettings } from "./monitor-settings.js";
import type { CompletedRow } from "./pending-rows.js";

/** Counts of rows that have a label and a prediction. */
export interface BatchCounts {
  readonly read: number;
  readonly used: number;
  readonly excluded: OutcomeCounts["excluded"];
  /** By attribute, in the order of the request. */
  readonly attributes: readonly { readonly name: string; readonly outcomes: OutcomeCounts }[];
  readonly files: CountedOutcomes["files"];
}

/** Counts a table of rows, or of counts where the settings name the column of the counts, as an audit does. */
export async function countFiles(
  files: readonly string[],
  { settings, layout }: { readonly settings: CompleteSettings; readonly layout: FileLayout },
): Promise<BatchCounts> {
  const { countColumn } = settings;
  const source = countColumn === undefined ? { predictions: files } : { counts: files, count: countColumn };
  return count({ ...source, ...layout }, settings);
}

/** Counts predictions whose labels have come. */
export async function countCompleted(
  rows: readonly CompletedRow[],
  settings: CompleteSettings,
): Promise<BatchCounts | null> {
  if (rows.length === 0) return null;
  const { label, prediction, sensitive } = settings;
  const columns = [label, prediction, ...sensitive].map((name, i): OutputColumn => ({
    name,
    kind: "text",
    at: (row) => rows[row]![i]!,
  }));
  const folder = await mkdtemp(join(tmpdir(), "evenodds-monitor-"));
  try {
    const name = "predictions whose label has come.parquet";
    await writeTable(join(folder, name), { columns, rows: rows.length, format: "parquet" });
    return { ...(await count({ predictions: name, folder }, settings)), files: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function count(source: OutcomeSource, settings: CompleteSettings): Promise<BatchCounts> {
  const counted = await countOutcomesFrom(source, requestedOutcomes(settings));
  const [first] = counted.attributes;
  return {
    read: first!.all.read,
    used: first!.all.used,
    excluded: first!.all.predictions.excluded,
    attributes: counted.attributes.map(({ name, all }) => ({ name, outcomes: all.outcomes! })),
    files: counted.files,
  };
}

/** Returns the counts of two parts of a batch together; null where there is none. */
export function addBatches(a: BatchCounts | null, b: BatchCounts | null): BatchCounts | null {
  if (a === null || b === null) return a ?? b;
  const attributes = a.attributes.map(({ name, outcomes }, i) => ({
    name,
    outcomes: addCounts(outcomes, b.attributes[i]!.outcomes),
  }));
  return {
    read: a.read + b.read,
    used: a.used + b.used,
    excluded: attributes[0]!.outcomes.excluded,
    attributes,
    files: [...a.files, ...b.files],
  };
}

/** Throws {@link UsageError} for columns that stand for two things at once. */
export function checkColumns({ label, prediction, sensitive, id }: CompleteSettings): void {
  const columns = [label, prediction, ...sensitive, ...(id === undefined ? [] : [id])];
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice === undefined) return;
  const expected = "different columns for label, prediction, id and attributes";
  throw new UsageError({ argument: "columns", expected, found: `${JSON.stringify(twice)} for two of them` });
}
