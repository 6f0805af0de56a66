import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import { InputError, JsonRefusal, parseJson, parseYaml, UsageError } from "@evenodds/core";
import { explainIssue } from "@evenodds/data";
import { isPair, isScalar, visit, type Document } from "yaml";
import { fileOptions } from "./file-options.js";
import { gatesSchema, type GatesFile } from "./gates-schema.js";

/** Names under which the file is looked for in the working directory. */
export const gatesFileNames = ["evenodds.yaml", "evenodds.yml", "evenodds.json"] as const;

/** Bytes of a file of gates: anything larger is something else. */
const largestFile = 2 ** 24;

/** A file of gates, and the folder against which its paths are read. */
export interface LocatedGates {
  /** As the user named it. */
  readonly path: string;
  readonly folder: string;
  readonly content: GatesFile;
}

/**
 * Returns the file of gates at `path`, or the one of the working directory where none is named. Throws
 * {@link UsageError} where there is none, and {@link InputError} for what is no YAML or JSON and for anything in it
 * that such a file cannot have, unknown keys with near matches.
 */
export async function readGates(path: string | undefined): Promise<LocatedGates> {
  const file = path ?? (await findGates());
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile() || found.size > largestFile) {
    throw new UsageError({
      argument: "file",
      expected: "a file of gates",
      found:
        found === null ? `no file ${file}` : found.isFile() ? `${file} of ${found.size} bytes` : `the folder ${file}`,
      hint: "evenodds init writes one",
    });
  }
  return { path: file, folder: dirname(file), content: parseGates(await readFile(file, "utf8"), basename(file)) };
}

async function findGates(): Promise<string> {
  for (const name of gatesFileNames) if ((await stat(name).catch(() => null))?.isFile()) return name;
  throw new UsageError({
    argument: "file",
    expected: `a file of gates, such as ${gatesFileNames[0]}`,
    found: "none in the working directory",
    hint: "evenodds init writes one",
  });
}

/** Returns what a text says, as if it were the file `name`. Throws {@link InputError} as {@link readGates} does. */
export function parseGates(text: string, name: string): GatesFile {
  const isJson = extname(name).toLowerCase() === ".json";
  const content = isJson ? jsonOf(text, name) : yamlOf(text, name);
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    const hint = "evenodds init writes one";
    throw new InputError({ argument: name, expected: "a file of gates", found: "a text without keys", hint });
  }
  const parsed = gatesSchema.safeParse(content, { reportInput: true });
  if (!parsed.success)
    throw explainIssue(parsed.error, { name, schema: gatesSchema, keys: "only keys that a file of gates has" });
  if (Object.keys(parsed.data.audits).length > 0) return parsed.data;
  throw new InputError({ argument: `${name}: audits`, expected: "at least one audit", found: "none" });
}

function jsonOf(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const found = cause instanceof JsonRefusal ? cause.message : `a text that is none (${cause.message})`;
    throw new InputError({ argument: name, expected: "JSON", found }, { cause });
  }
}

function yamlOf(text: string, name: string): unknown {
  try {
    const document = parseYaml(text);
    keepTexts(document);
    // The parser has counted what aliases stand for.
    return document.toJS({ maxAliasCount: -1 });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new InputError({ argument: name, expected: "YAML", found: cause.message }, { cause });
  }
}

/** Keys whose values are numbers, or whether something is so; all else is text. */
const typedKeys = new Set([
  "version",
  "limit",
  "floor",
  "min-support",
  ...fileOptions.filter(({ isTyped }) => isTyped).map(({ key }) => key),
]);

/** Names of groups, classes and columns are as they are written: `01`, `1.0` and `True` are no numbers. */
function keepTexts(document: Document): void {
  visit(document, {
    Scalar: (position, scalar, path) => {
      const { value, source } = scalar;
      if (typeof value === "string" || value === null || source === undefined) return;
      if (position === "key") {
        scalar.value = source;
        return;
      }
      const pair = path.findLast((one) => isPair(one));
      const key = isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : "";
      if (!typedKeys.has(key)) scalar.value = source;
    },
  });
}
