import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { InputError } from "@evenodds/core";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { hashFile, type ReadFile } from "../source/hash-file.js";
import { checkRowsRead, columnIndex, openTable, sqlAsText } from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";
import { whileUnchanged } from "../source/while-unchanged.js";
import { textColumn, withDatabase } from "../source/with-database.js";

/** Ids of nodes that a file lists. */
export interface NodeList {
  /** Without outer blanks, in the order of the file. */
  readonly ids: readonly string[];
  readonly file: ReadFile;
  /** What the file calls them; undefined for one without a header. */
  readonly column: string | undefined;
}

/**
 * Reads a list of node ids: a file `.txt` with one id in each line, without a header, or a table in any other format,
 * of which `id` names the column unless there is only one. Blank lines of a text are not rows.
 *
 * Throws {@link InputError} for a column that is not there, or not named where there are several, for a row without an
 * id, and for ids whose digits may be lost.
 */
export async function readNodeList(path: string, { id }: { readonly id?: string | undefined } = {}): Promise<NodeList> {
  const work = async (): Promise<NodeList> => {
    const file = await hashFile({ path }, ".");
    const { texts, column } = isLines(path) ? await linesOf(path, id) : await tableColumn(path, id);
    const ids = texts.map((text) => (text ?? "").trim());
    const blank = ids.indexOf("");
    if (blank < 0) return { ids, file, column };
    throw new InputError({ argument: path, expected: "an id in every row", found: `none in data row ${blank + 1}` });
  };
  return whileUnchanged([{ path }], { folder: ".", work });
}

function isLines(path: string): boolean {
  return extname(path).toLowerCase() === ".txt";
}

async function linesOf(path: string, id: string | undefined) {
  if (id !== undefined) {
    const hint = "a .txt file has one id in each line, and no header; name a table .csv, or leave the column out";
    throw new InputError({ argument: "‘id’", expected: "a table with columns", found: path, hint });
  }
  const bytes = await readFile(path);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const found = "another encoding";
    throw new InputError(
      { argument: path, expected: "text in UTF-8", found, hint: "write the file as UTF-8" },
      { cause },
    );
  }
  return { texts: text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== ""), column: undefined };
}

async function tableColumn(path: string, id: string | undefined) {
  return withDatabase(async (connection) => {
    const table = await openTable(connection, { files: [{ path }], folder: ".", layout: { header: true } });
    if (id === undefined && table.columns.length > 1) {
      const shown = table.columns.map((column) => JSON.stringify(column)).join(", ");
      const hint = "name the column of the ids with ‘id’";
      throw new InputError({ argument: path, expected: "one column, of node ids", found: shown, hint });
    }
    const column = id === undefined ? 0 : columnIndex(table, id, "‘id’");
    const [part] = table.parts;
    const texts = await orInputError(path, () =>
      textColumn(connection, `SELECT ${sqlAsText(part!, column)} FROM ${part!.sql}`),
    );
    checkRowsRead(part!, texts.length);
    checkRoundedIds(table, column, texts);
    return { texts, column: table.columns[column]! };
  });
}
