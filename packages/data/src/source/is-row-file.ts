import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename } from "node:path";
import { InputError, isSystemError, parseJson } from "@evenodds/core";
import { knownFormat } from "./file-format.js";

/** A card is short; the beginning of rows is enough. */
const mostRead = 1_000_000;

/**
 * Whether a path names rows, and not a graph: by its extension, and, of a `.json` file, which a graph card may be too,
 * by how it begins. An array and an object per line are rows, any other object is taken for a card.
 *
 * Throws {@link InputError} for a `.json` file of one object that is neither rows nor a card.
 */
export function isRowFile(path: string): boolean {
  const format = knownFormat(path);
  if (format !== "json") return format !== undefined;
  const text = beginningOf(path);
  // What is not there, or no text, is refused by whoever reads it.
  if (text === null) return false;
  if (text.startsWith("[")) return true;
  const [first = "", ...more] = text.split("\n").filter((line) => line.trim() !== "");
  if (isObject(parsed(first)) && more.length > 0) return true;
  const whole = parsed(text);
  if (!isObject(whole) || Object.hasOwn(whole, "nodes")) return false;
  const keys = Object.keys(whole)
    .slice(0, 5)
    .map((key) => JSON.stringify(key));
  throw new InputError({
    argument: basename(path),
    expected: "rows, as an array of objects or an object per line, or a graph card with nodes",
    found: keys.length === 0 ? "one object without keys" : `one object with ${keys.join(", ")}`,
    hint: "write the rows as [{…}, {…}], or name a CSV, TSV, Parquet or NDJSON file",
  });
}

function beginningOf(path: string): string | null {
  try {
    return statSync(path).isFile() ? readBeginning(path) : null;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

function readBeginning(path: string): string {
  const bytes = Buffer.alloc(Math.min(statSync(path).size, mostRead));
  const file = openSync(path, "r");
  try {
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString("utf8", 0, length).trimStart();
  } finally {
    closeSync(file);
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
