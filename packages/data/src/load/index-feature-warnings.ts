import type { DataWarning } from "./level-warnings.js";
import type { NodeRows } from "./read-nodes.js";

/** Names under which tools save the number of a row: pandas, R, readr, and a column without a name. */
const indexNames = /^(unnamed: ?\d+(\.\d+)?|index|level_\d+|row\.?(names?|num(ber)?|id)?|x|\.\.\.\d+|)$/i;

/** Fewer rows than this can count up by accident. */
const fewestRows = 4;

/**
 * Returns a warning for every feature that numbers the rows, from 0 or from 1, over all files or in each: a saved
 * index. In a file that is sorted by the label, it gives the label away. A column that goes by a name of an index needs
 * only to rise by whole numbers, as the index of a filtered table does. `meant` are features that the card lists one by
 * one.
 */
export function indexFeatureWarnings(read: NodeRows, meant: ReadonlySet<string>): DataWarning[] {
  const { columns } = read.table;
  return read.features.flatMap((column, at) => {
    const name = columns[column]!;
    if (meant.has(name)) return [];
    const numbers = numbersRows(read, { at, rises: indexNames.test(name.trim()) });
    if (!numbers) return [];
    const message =
      `feature ${JSON.stringify(name)} numbers the rows of ${read.table.name}, as a saved index does, and gives away the ` +
      "order of the file; list it under features.exclude in the card, or, if it is meant, under features.include";
    return [{ code: "index-feature", message }];
  });
}

/** Whether the feature at a position counts the rows or, where `rises` is enough, rises by whole numbers. */
function numbersRows(
  { rows, starts, blocks, features: { length: width } }: NodeRows,
  { at, rises }: { readonly at: number; readonly rises: boolean },
): boolean {
  if (rows < fewestRows) return false;
  const possible = { overall: true, inEach: true, rising: rises };
  let row = 0;
  let file = 0;
  let first = NaN;
  let before = NaN;
  for (const block of blocks) {
    for (let i = at; i < block.length; i += width, row++) {
      const value = block[i]!;
      if (row === 0) first = value;
      while (file + 1 < starts.length && starts[file + 1]! <= row) file++;
      const start = starts[file]!;
      if (row === 0 && value !== 0 && value !== 1) possible.overall = possible.inEach = false;
      // A float32 has no whole number of its own for every row beyond 2^24.
      possible.overall &&= value === Math.fround(first + row);
      possible.inEach &&= value === Math.fround(first + row - start);
      possible.rising &&= Number.isInteger(value) && (row === start || value > before);
      if (!possible.overall && !possible.inEach && !possible.rising) return false;
      before = value;
    }
  }
  return true;
}
