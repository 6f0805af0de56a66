import { extname } from "node:path";
import { InputError } from "@evenodds/core";
import { sayFormat, type LayoutSubject } from "./layout-words.js";

export const fileFormats = ["csv", "tsv", "parquet", "json", "ndjson"] as const;
export type FileFormat = (typeof fileFormats)[number];

const byExtension: ReadonlyMap<string, FileFormat> = new Map([
  [".csv", "csv"],
  [".txt", "csv"],
  [".tsv", "tsv"],
  [".tab", "tsv"],
  [".parquet", "parquet"],
  [".pq", "parquet"],
  [".json", "json"],
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
]);

/** What files with these extensions are, and what to do with them. */
const otherFormats: ReadonlyMap<string, readonly [what: string, hint: string]> = new Map([
  [".gz", ["a packed file", "unpack it first"]],
  [".zst", ["a packed file", "unpack it first"]],
  [".bz2", ["a packed file", "unpack it first"]],
  [".xz", ["a packed file", "unpack it first"]],
  [".zip", ["a packed file", "unpack it first"]],
  [".xls", ["a workbook", "save the sheet as CSV"]],
  [".xlsx", ["a workbook", "save the sheet as CSV"]],
  [".ods", ["a workbook", "save the sheet as CSV"]],
  [".mat", ["a MATLAB file", "save the table as Parquet or CSV; evenodds import-data reads some published graphs"]],
  [".npy", ["a NumPy array", "save the table as Parquet or CSV"]],
  [".npz", ["NumPy arrays", "save the table as Parquet or CSV; a whole graph in one .npz file needs no card"]],
  [".safetensors", ["tensors", "save the table as Parquet or CSV; a whole graph in one such file needs no card"]],
  [".pkl", ["a Python pickle", "save the table as Parquet or CSV"]],
  [".pickle", ["a Python pickle", "save the table as Parquet or CSV"]],
  [".h5", ["an HDF5 file", "save the table as Parquet or CSV"]],
  [".hdf5", ["an HDF5 file", "save the table as Parquet or CSV"]],
  [".feather", ["an Arrow file", "save the table as Parquet or CSV"]],
  [".arrow", ["an Arrow file", "save the table as Parquet or CSV"]],
  [".mtx", ["a Matrix Market file", "keep its lines of pairs, without comments and the line of sizes, as CSV"]],
]);

/**
 * Returns the format of a file by its extension: csv and txt (delimited text), tsv and tab, parquet and pq, json (an
 * array of objects), ndjson and jsonl (an object per line). Throws {@link InputError} for any other, with what to do to
 * have the file written, or read as the part of a graph card or the table that it is.
 */
export function fileFormat(name: string, use: LayoutSubject | "write" = "table"): FileFormat {
  const extension = extname(name).toLowerCase();
  const format = knownFormat(name);
  if (format !== undefined) return format;
  const [what, hint] = otherFormats.get(extension) ?? [];
  throw new InputError({
    argument: name,
    expected: `a file name that ends in ${[...byExtension.keys()].join(", ")}`,
    found: extension === "" ? "no extension" : what === undefined ? extension : `${extension}, ${what}`,
    hint: use === "write" ? "the name says in which format the file is written" : (hint ?? sayFormat(use)),
  });
}

/** Returns the format that the extension of a path stands for; undefined for none. */
export function knownFormat(path: string): FileFormat | undefined {
  return byExtension.get(extname(path).toLowerCase());
}
