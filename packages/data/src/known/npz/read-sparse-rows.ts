import { readFile } from "node:fs/promises";
import { InputError } from "@evenodds/core";
import { readNpy } from "./read-npy.js";
import { readZipEntry } from "./read-zip-entry.js";

/**
 * A sparse matrix in compressed rows: row r has `value[i]` in `column[i]` for i from `pointer[r]` to `pointer[r + 1]`.
 */
export interface SparseRows {
  readonly rows: number;
  readonly columns: number;
  readonly pointer: Float64Array;
  readonly column: Float64Array;
  readonly value: Float64Array;
}

/** Reads a matrix that `scipy.sparse.save_npz` wrote in CSR format. Throws {@link InputError} for anything else. */
export async function readSparseRows(path: string, name: string): Promise<SparseRows> {
  const archive = await readFile(path);
  const array = (entry: string) => readNpy(readZipEntry(archive, { name: `${entry}.npy`, file: name }), name);
  const [rows, columns] = array("shape");
  const [pointer, column, value] = [array("indptr"), array("indices"), array("data")];
  const sound =
    pointer.length === rows! + 1 &&
    pointer.at(-1) === value.length &&
    column.length === value.length &&
    column.every((c) => c >= 0 && c < columns!);
  if (!sound) throw new InputError({ argument: name, expected: "a matrix in CSR format", found: "other lengths" });
  return { rows: rows!, columns: columns!, pointer, column, value };
}
