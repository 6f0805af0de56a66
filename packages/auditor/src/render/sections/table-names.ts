import { fitNames } from "../fit-names.js";
import type { Phrase, Table } from "./section.js";

/** Returns how the names in a table are shown, in its cells, headings and caption, see {@link fitNames}. */
export function tableNames({ caption, columns, rows, foot = [] }: Table, width: number): ReadonlyMap<string, string> {
  const places = columns.flatMap(({ kind }, c) => (kind === "name" ? [c] : []));
  const inPhrase = (words: Phrase) =>
    typeof words === "string" ? [] : words.flatMap((part) => (typeof part === "string" ? [] : [part.name]));
  const inCells = [...rows, ...foot].flatMap((row) =>
    places.map((c) => {
      const cell = row[c]!;
      return typeof cell === "string" ? cell : cell.value;
    }),
  );
  return fitNames([...inPhrase(caption), ...columns.flatMap(({ title }) => inPhrase(title)), ...inCells], width);
}
