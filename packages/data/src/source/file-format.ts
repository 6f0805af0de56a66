import { extname } from "node:path";
import { InputError } from "@evenodds/core";

export const fileFormats = ["csv", "tsv", "parquet", "json", "ndjson"] as const;
export type FileFormat = (typeof fileFormats)[number];

const byExtension: ReadonlyMap<string, FileFormat> = new Map(
  Object.entries({
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".json": "json",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
  } as const),
);

/**
 * Returns the format of a file by its extension: csv and txt (delimited text), tsv and tab, parquet and pq, json (an array
 * of objects), ndjson and jsonl (an object a line). Throws {@link InputError} for any other.
 */
export function fileFormat(name: string): FileFormat {
  const format = byExtension.get(extname(name).toLowerCase());
  if (format !== undefined) return format;
  throw new InputError({
    argument: name,
    expected: `a file name that ends in ${[...byExtension.keys()].join(", ")}`,
    found: extname(name) === "" ? "no extension" : extname(name),
    hint: `rename the file, or say its format (${fileFormats.join(", ")})`,
  });
}
