import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { InputError, parseYaml } from "@evenodds/core";
import type { output } from "zod";
import { cardSchema } from "./card-schema.js";
import { explainIssue } from "./explain-issue.js";
import { torchHint } from "../tensors/torch-hint.js";
import type { CardCategory, GraphCard } from "./graph-card.js";
import { isPair, isScalar, visit, type Document, type Scalar } from "yaml";

/** Keys whose mapping is an ordered list of values and names. */
const orderedKeys = new Set(["classes", "levels"]);

/** Keys whose values are booleans, numbers or counts; all else in a card is text. */
const typedKeys = new Set(["header", "numeric", "connected_only", "directed", "numeric_ids", "bins"]);

/** Keys whose values are names of columns, or positions where they are digits. */
const columnKeys = new Set(["source", "target", "edge_weight", "edge_attr", "ignore"]);

/**
 * Returns the content of a card as plain data. Mappings under `classes` and `levels` become lists of `{value, name}` in
 * the order of the file, because a JavaScript object would put "0" before "-1" whatever the file says. What is a text
 * by nature (values, names, columns, paths) is as it is written, quoted or not: `False`, `01` and `1e3` are not a
 * boolean and not numbers. Throws {@link InputError} with line and column for text that is not YAML, repeated keys
 * among it.
 */
function parseCardYaml(text: string, cardName: string): unknown {
  const document = parseDocument(text, cardName);
  keepTexts(document);
  // The parser has counted what aliases stand for.
  return plain(document.toJS({ mapAsMap: true, maxAliasCount: -1 }), "");
}

function parseDocument(text: string, cardName: string) {
  // Keys are texts, so that `1e3` and `1000` are two of them.
  const uniqueKeys = (a: unknown, b: unknown) => isScalar(a) && isScalar(b) && textOf(a) === textOf(b);
  try {
    return parseYaml(text, { intAsBigInt: true, uniqueKeys });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new InputError({ argument: cardName, expected: "YAML", found: cause.message }, { cause });
  }
}

/** Gives scalars that are texts by nature the text of the file as their value. */
function keepTexts(document: Document): void {
  visit(document, {
    Scalar: (position, scalar, path) => {
      if (typeof scalar.value === "string") return;
      const keys = path.filter(isPair).map(({ key }) => (isScalar(key) ? textOf(key) : ""));
      // The key of a pair is no value of it.
      const within = position === "key" ? keys.slice(0, -1) : keys;
      const isListed = position === "key" || !isPair(path.at(-1)) || within.some(holdsLevels);
      if (scalar.value === null && (scalar.source === undefined || scalar.source === "" || !isListed)) return;
      if (!within.some(holdsLevels)) {
        const isTyped = typedKeys.has(within.at(-1) ?? "") || within[0] === "expect";
        if (position !== "key" && isTyped) return;
        const isPosition = columnKeys.has(within.at(-1) ?? "") && /^(0|[1-9]\d*)$/.test(textOf(scalar));
        if (position !== "key" && isPosition) return;
      }
      scalar.value = textOf(scalar);
    },
  });
}

/** Whether what is under a key are values of a file and their names. */
function holdsLevels(key: string): boolean {
  return orderedKeys.has(key) || key === "missing";
}

function textOf({ source, value }: Scalar): string {
  return source ?? String(value);
}

function plain(value: unknown, key: string): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) {
    return orderedKeys.has(key)
      ? value.map((entry) => ({ value: plain(entry, ""), name: null }))
      : value.map((entry) => plain(entry, ""));
  }
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Map<unknown, unknown>)];
  if (orderedKeys.has(key)) return entries.map(([from, to]) => ({ value: plain(from, ""), name: plain(to, "") }));
  return Object.fromEntries(entries.map(([name, entry]) => [String(name), plain(entry, String(name))]));
}

/** Name of a card in the folder of its graph. */
export const cardFileName = "graph.yaml";

/** What files with these extensions are instead of a card. Some of them are too large to look into. */
const otherFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ".csv": "a table",
    ".tsv": "a table",
    ".parquet": "a table",
    ".pq": "a table",
    ".onnx": "a model",
    ".pt": "a file of torch.save",
    ".pth": "a file of torch.save",
  }),
);

/** Bytes of a file that may be a card: anything larger is something else. */
const largestCard = 2 ** 26;

/** A card and the folder against which its paths are read. */
export interface LocatedCard {
  readonly card: GraphCard;
  readonly folder: string;
}

/**
 * Returns the card at `path`: a folder with a `graph.yaml`, or a card file under any name. Throws {@link InputError}
 * where there is none, and for anything in it that a card cannot have (unknown keys with near matches).
 */
export async function readCard(path: string): Promise<LocatedCard> {
  const file = await findCard(path);
  const { size } = await stat(file);
  if (size > largestCard) throw noCard(basename(file), `a file of ${size} bytes`);
  return parseCard(await readFile(file, "utf8"), { name: basename(file), folder: dirname(resolve(file)) });
}

/**
 * Returns the card that `text` describes, as if it were the file `name` in `folder`. Throws {@link InputError} for
 * anything in it that a card cannot have.
 */
export function parseCard(
  text: string,
  { name, folder }: { readonly name: string; readonly folder: string },
): LocatedCard {
  const content = parseCardYaml(text, name);
  if (typeof content !== "object" || content === null) throw noCard(name, "a text without keys");
  const parsed = cardSchema.safeParse(content, { reportInput: true });
  if (!parsed.success)
    throw explainIssue(parsed.error, { name, schema: cardSchema, keys: "only keys that a graph card has" });
  const { license, licence } = parsed.data;
  if (license !== undefined && licence !== undefined) {
    const expected = "one of license and licence, which mean the same";
    throw new InputError({ argument: `${name}: license`, expected, found: "both" });
  }
  return { card: toCard(parsed.data, basename(folder)), folder };
}

async function findCard(path: string): Promise<string> {
  const found = await kindOf(path);
  if (found === "file") {
    const other = otherFiles.get(extname(path).toLowerCase());
    if (other !== undefined)
      throw noCard(basename(path), other, other === "a file of torch.save" ? torchHint : undefined);
    return path;
  }
  const file = join(path, cardFileName);
  if (found === "folder" && (await kindOf(file)) === "file") return file;
  throw new InputError({
    argument: "graph",
    expected: `a folder with a ${cardFileName}, a graph card, or a graph in one .safetensors or .npz file`,
    found: found === "folder" ? `no ${cardFileName} in ${path}` : `no file or folder ${path}`,
    hint: found === "folder" ? `write a ${cardFileName} that names the node and edge files` : "check the path",
  });
}

function noCard(argument: string, found: string, hint?: string): InputError {
  return new InputError({
    argument,
    expected: "a graph card",
    found,
    hint: hint ?? `name the folder with the ${cardFileName}; a card names the node and edge files`,
  });
}

async function kindOf(path: string): Promise<"file" | "folder" | "nothing"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "nothing";
  return found.isDirectory() ? "folder" : "file";
}

function toCard({ licence, ...raw }: output<typeof cardSchema>, folderName: string): GraphCard {
  const { id_scope: idScope, connected_only: connectedOnly, label, sensitive, ...nodes } = raw.nodes;
  const { numeric_ids: numericIds, edge_weight: edgeWeight, edge_attr: edgeAttributes, header, ...edges } = raw.edges;
  const columns = [edges.source, edges.target, edgeWeight, ...(edgeAttributes ?? [])];
  const named = columns.some((column) => typeof column === "string");
  return {
    ...raw,
    license: raw.license ?? licence,
    name: raw.name ?? folderName,
    nodes: {
      ...nodes,
      idScope,
      connectedOnly,
      label: label && {
        name: label.column,
        column: label.column,
        levels: label.classes,
        missing: label.missing,
        numeric: label.numeric,
      },
      sensitive: Array.from(sensitive, ([name, entry]): CardCategory => ({
        name,
        column: entry.column ?? name,
        levels: entry.levels,
        missing: entry.missing,
        bins: entry.bins && [...entry.bins].sort((a, b) => a - b),
      })),
    },
    edges: { ...edges, edgeWeight, edgeAttributes, numericIds, header: header ?? named },
  };
}
