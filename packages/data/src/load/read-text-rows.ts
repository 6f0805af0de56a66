import { InputError } from "@evenodds/core";
import type { CardFile } from "../card/graph-card.js";
import type { FileLayout } from "../outcomes/outcome-source.js";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { hashFile, type ReadFile } from "../source/hash-file.js";
import { checkRowsRead, columnIndex, openTable, sqlAsText } from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";
import { whileUnchanged } from "../source/while-unchanged.js";
import { textColumn, withDatabase } from "../source/with-database.js";

/** Columns of a table as texts, row by row as the file has them; null where a cell is empty. */
export interface ReadTexts {
  /** In the order in which the columns were asked for, each `[N]`. */
  readonly columns: readonly (readonly (string | null)[])[];
  readonly rows: number;
  readonly files: readonly ReadFile[];
}

/**
 * Reads some columns of a table as the texts that its files have. The first column has ids: every row has one. Throws
 * {@link InputError} for a column that is not there, a row without an id, and ids whose digits may be lost.
 */
export async function readTextRows(
  paths: readonly string[],
  options: FileLayout & {
    /** Names of the columns, with what names them in messages. */
    readonly columns: readonly { readonly name: string; readonly argument: string }[];
  },
): Promise<ReadTexts> {
  const { columns, header = true, delimiter, comment } = options;
  const files = paths.map((path): CardFile => ({ path }));
  const work = async () => {
    const hashes: ReadFile[] = [];
    for (const file of files) hashes.push(await hashFile(file, "."));
    return withDatabase(async (connection) => {
      const layout = { header, delimiter, comment };
      const table = await openTable(connection, { files, folder: ".", layout });
      const found = columns.map(({ name, argument }) => columnIndex(table, name, argument));
      const texts = columns.map((): (string | null)[] => []);
      for (const part of table.parts) {
        for (const [i, column] of found.entries()) {
          const values = await orInputError(part.name, () =>
            textColumn(connection, `SELECT ${sqlAsText(part, column)} FROM ${part.sql}`),
          );
          checkRowsRead(part, values.length);
          for (const value of values) texts[i]!.push(value);
        }
      }
      const ids = texts[0]!.map((id) => (id ?? "").trim());
      const blank = ids.indexOf("");
      if (blank >= 0) {
        const name = paths.join(", ");
        throw new InputError({
          argument: name,
          expected: "an id in every row",
          found: `none in data row ${blank + 1}`,
        });
      }
      checkRoundedIds(table, found[0]!, ids);
      return { columns: [ids, ...texts.slice(1)], rows: ids.length, files: hashes };
    });
  };
  return whileUnchanged(files, { folder: ".", work });
}
