import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { isEvenoddsError, parseJson } from "@evenodds/core";
import type { InputKind } from "../options/option-spec.js";
import { realPlace, type RealPlace } from "./real-place.js";

/** A file or a folder that is read, or files by a pattern. */
export type InputPlace = { readonly path: string } & (
  { readonly place: RealPlace; readonly pattern?: undefined } | { readonly pattern: RegExp; readonly place?: undefined }
);

/**
 * Returns what is read where a command is given `value`: the path itself, and the files that a card, a run, a database
 * or a query names. What cannot be read names nothing; whatever reads it later says why.
 */
export async function inputPlaces(value: unknown, kind: InputKind): Promise<InputPlace[]> {
  const paths = (Array.isArray(value) ? value : [value]).filter((path) => typeof path === "string");
  return (await Promise.all(paths.map((path) => placesAt(path, kind)))).flat();
}

/** The data files of a model are known once it is read. */
async function placesAt(path: string, kind: InputKind): Promise<InputPlace[]> {
  const own = await placeOf(path);
  switch (kind) {
    case "graph":
      return graphPlaces(own);
    case "run":
      return [own, ...(await filesIn(path)), ...(await runPlaces(path))];
    case "folder":
      return [own, ...(await filesIn(path))];
    case "database":
      return [own, await placeOf(`${path}.wal`)];
    case "query":
      return queryPlaces(path);
    case "file":
    case "files":
    case "model":
      return [own];
  }
}

/** Returns the place of a path that is read. */
export async function placeOf(path: string): Promise<InputPlace> {
  return { path, place: await realPlace(path) };
}

/** The files of a folder and of those in it, which can have other names elsewhere too. */
async function filesIn(folder: string): Promise<InputPlace[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory());
  return Promise.all(files.map(({ parentPath, name }) => placeOf(join(parentPath, name))));
}

/** A folder without a card is not a graph, and the work ends there. */
async function graphPlaces(own: InputPlace): Promise<InputPlace[]> {
  const { path } = own;
  try {
    const { filesOfGraph } = await import("./files-of-graph.js");
    return [own, ...(await Promise.all((await filesOfGraph(path)).map(placeOf)))];
  } catch (error) {
    return orNothing(error);
  }
}

/** The graph of a run, by the path that it was trained with. */
async function runPlaces(path: string): Promise<InputPlace[]> {
  try {
    const config = parseJson(await readFile(join(path, "config.json"), "utf8"));
    const graph = typeof config === "object" && config !== null && "graph" in config ? config.graph : null;
    return typeof graph === "string" ? inputPlaces(graph, "graph") : [];
  } catch (error) {
    return error instanceof SyntaxError ? [] : orNothing(error);
  }
}

function orNothing(error: unknown): InputPlace[] {
  if (isEvenoddsError(error) || (error instanceof Error && "code" in error)) return [];
  throw error;
}

/** Texts in single or double quotes, and bare words with a dot, each of which DuckDB may take for a file. */
const names = /'((?:[^']|'')*)'|"((?:[^"]|"")*)"|[\w./\\*?[\]-]*\.\w+/g;

/** Longer texts are not a path on any system. */
const longestPath = 4096;

/** Files that a query may read, by every text in it that could be a path or a pattern of paths. */
async function queryPlaces(sql: string): Promise<InputPlace[]> {
  const found = new Map<string, InputPlace>();
  for (const [whole, single, double] of sql.matchAll(names)) {
    const name = single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? whole;
    if (name === "" || name.length > longestPath || name.includes("\0") || found.has(name)) continue;
    found.set(name, await namedPlace(name));
  }
  return [...found.values()];
}

async function namedPlace(name: string): Promise<InputPlace> {
  const path = name.replace(/^file:(\/\/)?/, "").replace(/^~(?=\/)/, homedir());
  const at = path.search(/[*?[]/);
  if (at < 0) return placeOf(path);
  const folder = path.slice(0, path.lastIndexOf("/", at) + 1);
  const { path: real } = await realPlace(folder === "" ? "." : folder);
  const parts = path.slice(folder.length).match(/\*\*|\*|\?|\[[^\]]*\]|./gs) ?? [];
  const pattern = parts.map(patternPart).join("");
  return { path: name, pattern: new RegExp(`^${escaped(real === "/" ? "" : real)}/${pattern}$`, "su") };
}

function patternPart(part: string): string {
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  // Which letters a class has does not matter enough to read it as DuckDB would.
  if (part.length > 1 && part.startsWith("[")) return "[^/]";
  return escaped(part);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
