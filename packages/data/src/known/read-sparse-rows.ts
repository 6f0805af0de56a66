import { InputError } from "@evenodds/core";
import { withTensorFile } from "../tensors/with-tensor-file.js";

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
  const refuse = (found: string) => new InputError({ argument: name, expected: "a matrix in CSR format", found });
  return withTensorFile(path, {
    name,
    work: async (file) => {
      const array = async (key: string) => {
        if (!file.heads.has(key)) throw refuse(`no array ${key}`);
        const { values, shape } = await file.read(key);
        if (values === undefined || shape.length !== 1) throw refuse(`an array ${key} that is no list of numbers`);
        return Float64Array.from(values);
      };
      const [rows, columns] = await array("shape");
      const [pointer, column, value] = [await array("indptr"), await array("indices"), await array("data")];
      const sound =
        pointer.length === rows! + 1 &&
        pointer[0] === 0 &&
        pointer.at(-1) === value.length &&
        pointer.every((start, r) => Number.isInteger(start) && (r === 0 || start >= pointer[r - 1]!)) &&
        column.length === value.length &&
        column.every((c) => Number.isInteger(c) && c >= 0 && c < columns!);
      if (!sound) throw refuse("other lengths");
      return { rows: rows!, columns: columns!, pointer, column, value };
    },
  });
}
