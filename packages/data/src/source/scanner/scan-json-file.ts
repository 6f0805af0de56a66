import { scanParts } from "./scan-parts.js";

/** What is in a JSON file, by its bytes alone. */
export interface JsonFacts {
  /** Elements of the one array that the file is, or values that follow one another. */
  readonly records: number;
  /** Bytes of the longest of them. */
  readonly longest: number;
}

/** Counts the records of a JSON file. `offset` bytes of a byte-order mark are left out. */
export async function scanJsonFile(path: string, { offset }: { readonly offset: number }): Promise<JsonFacts> {
  const found = await scanParts(path, {
    offset,
    results: 2,
    begin: (scanner) => scanner.beginJson(),
    scan: "scanJson",
    finish: "finishJson",
  });
  return { records: found[0]!, longest: found[1]! };
}
