import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { InputError } from "@evenodds/core";
import type { z } from "zod";
import { cardSchema } from "./card-schema.js";
import { explainIssue } from "./explain-issue.js";
import type { CardCategory, GraphCard } from "./graph-card.js";
import { parseCardYaml } from "./parse-card-yaml.js";

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
  if (!parsed.success) throw explainIssue(name, cardSchema, parsed.error);
  return { card: toCard(parsed.data, basename(folder)), folder };
}

async function findCard(path: string): Promise<string> {
  const found = await kindOf(path);
  if (found === "file") {
    const other = otherFiles.get(extname(path).toLowerCase());
    if (other !== undefined) throw noCard(basename(path), other);
    return path;
  }
  const file = join(path, cardFileName);
  if (found === "folder" && (await kindOf(file)) === "file") return file;
  throw new InputError({
    argument: "graph",
    expected: `a folder with a ${cardFileName}, or a graph card`,
    found: found === "folder" ? `no ${cardFileName} in ${path}` : `no file or folder ${path}`,
    hint: found === "folder" ? `write a ${cardFileName} that names the node and edge files` : "check the path",
  });
}

function noCard(argument: string, found: string): InputError {
  return new InputError({
    argument,
    expected: "a graph card",
    found,
    hint: `name the folder with the ${cardFileName}; a card names the node and edge files`,
  });
}

async function kindOf(path: string): Promise<"file" | "folder" | "nothing"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "nothing";
  return found.isDirectory() ? "folder" : "file";
}

function toCard(raw: z.output<typeof cardSchema>, folderName: string): GraphCard {
  const { id_scope: idScope, connected_only: connectedOnly, label, sensitive, ...nodes } = raw.nodes;
  const { numeric_ids: numericIds, edge_weight: edgeWeight, header, ...edges } = raw.edges;
  const named = typeof edges.source === "string" || typeof edges.target === "string" || typeof edgeWeight === "string";
  return {
    ...raw,
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
    edges: { ...edges, edgeWeight, numericIds, header: header ?? named },
  };
}
