import type { DataWarning } from "./level-warnings.js";

/** The features of all rows of a table, as they are read. */
export interface FeatureRows {
  /** What they are of, such as the names of the node files. */
  readonly name: string;
  /** `[F]`, with blanks where a feature has no name. */
  readonly featureNames: readonly string[];
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** Values in consecutive blocks of rows, `[rows of the block, F]` row-major. */
  readonly blocks: Iterable<Float32Array>;
  /** What to do about a feature that is an index. */
  readonly remedy: string;
}

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
export function indexFeatureWarnings(read: FeatureRows, meant: ReadonlySet<string>): DataWarning[] {
  return read.featureNames.flatMap((name, at) => {
    if (meant.has(name)) return [];
    const numbers = numbersRows(read, { at, rises: indexNames.test(name.trim()) });
    if (!numbers) return [];
    const message =
      `feature ${JSON.stringify(name)} numbers the rows of ${read.name}, as a saved index does, and gives away the ` +
      `order of the file; ${read.remedy}`;
    return [{ code: "index-feature", message }];
  });
}

/** Whether the feature at a position counts the rows or, where `rises` is enough, rises by whole numbers. */
function numbersRows(
  { rows, starts, blocks, featureNames: { length: width } }: FeatureRows,
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
