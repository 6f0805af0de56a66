import { canonicalId, InputError, parseJson } from "@evenodds/core";
import { readTextRows, type FileLayout, type ReadFile } from "@evenodds/data";
import type { CompleteSettings } from "./monitor-settings.js";

/** Predictions whose label has not come yet, by the spelling of their id. Values: prediction, then attributes. */
export type PendingRows = ReadonlyMap<string, readonly (string | null)[]>;

/** A prediction with the label that has come for it: label, prediction, then attributes. */
export type CompletedRow = readonly (string | null)[];

/** Returns rows from the lines of a log. */
export function decodePending(text: string): PendingRows {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => parseJson(line) as [string, (string | null)[]]));
}

/** Returns the lines of a log, a row each, in the order in which they came. */
export function encodePending(rows: PendingRows): string {
  return [...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
}

/**
 * Reads predictions that wait for their labels and returns them behind those that wait already. Throws
 * {@link InputError} for an id that is there twice or waits already: of two predictions, nobody could say which one a
 * label belongs to.
 */
export async function addPending(
  pending: PendingRows,
  files: readonly string[],
  { settings, id, layout }: { readonly settings: CompleteSettings; readonly id: string; readonly layout: FileLayout },
): Promise<{ readonly pending: PendingRows; readonly rows: number; readonly files: readonly ReadFile[] }> {
  const { prediction, sensitive } = settings;
  const attributes = sensitive.map((name) => ({ name, argument: "‘sensitive’" }));
  const columns = [{ name: id, argument: "‘id’" }, { name: prediction, argument: "‘prediction’" }, ...attributes];
  const read = await readTextRows(files, { ...layout, columns });
  const all = new Map(pending);
  const [ids, ...values] = read.columns;
  ids!.forEach((text, row) => {
    const key = canonicalId(text!);
    if (all.has(key)) {
      const found = `${JSON.stringify(text)} ${pending.has(key) ? "again, which waits for its label already" : "twice"}`;
      throw new InputError({ argument: files.join(", "), expected: "a prediction for each id", found });
    }
    all.set(
      key,
      values.map((column) => column[row]!),
    );
  });
  return { pending: all, rows: read.rows, files: read.files };
}

/** What came of some labels: `rows = completed + unmatched + blank`. */
export interface TakenLabels {
  readonly completed: readonly CompletedRow[];
  /** Predictions that still wait. */
  readonly pending: PendingRows;
  /** Labels of ids that no prediction waits for. */
  readonly unmatched: number;
  /** Rows without a label, whose predictions go on waiting. */
  readonly blank: number;
  readonly files: readonly ReadFile[];
}

/**
 * Reads labels and joins them with the predictions that wait. Throws {@link InputError} for an id that is there twice.
 */
export async function takeLabels(
  pending: PendingRows,
  files: readonly string[],
  { settings, id, layout }: { readonly settings: CompleteSettings; readonly id: string; readonly layout: FileLayout },
): Promise<TakenLabels> {
  const columns = [
    { name: id, argument: "‘id’" },
    { name: settings.label, argument: "‘label’" },
  ];
  const read = await readTextRows(files, { ...layout, columns });
  const [ids, labels] = read.columns;
  const left = new Map(pending);
  const seen = new Set<string>();
  const completed: CompletedRow[] = [];
  let [unmatched, blank] = [0, 0];
  ids!.forEach((text, row) => {
    const key = canonicalId(text!);
    if (seen.has(key)) {
      const found = `${JSON.stringify(text)} twice`;
      throw new InputError({ argument: files.join(", "), expected: "a label for each id", found });
    }
    seen.add(key);
    const label = labels![row] ?? "";
    const values = pending.get(key);
    if (values === undefined) unmatched++;
    else if (label.trim() === "") blank++;
    else {
      completed.push([label, ...values]);
      left.delete(key);
    }
  });
  return { completed, pending: left, unmatched, blank, files: read.files };
}
