import { parseLiteral, type Literal } from "./parse-literal.js";

/** An entry of another tool's metadata. */
export interface ForeignEntry {
  /** As messages name it: `metadata class_names`, or `metadata config (id2label)` where it is in a JSON object. */
  readonly source: string;
  /** The text of the entry, or the value within an object. */
  readonly value: Literal;
}

/** Entries that may hold a whole configuration as a JSON object, such as that of Hugging Face. */
const configurations: ReadonlySet<string> = new Set(["config", "configjson", "modelconfig", "hfconfig", "metadata"]);

/**
 * Returns the entries whose key is one of `keys`, which are letters and digits in lower case: other characters of a key
 * do not count (`feature_names`, `featureNames` and `Feature names` are one), nor does a prefix that ends in `.`, `:`
 * or `/`. Entries of one that holds a configuration are searched too.
 */
export function foreignEntries(
  foreign: Readonly<Record<string, string>>,
  keys: readonly string[],
): readonly ForeignEntry[] {
  return Object.entries(foreign).flatMap(([key, text]): ForeignEntry[] => {
    if (key.startsWith("evenodds.")) return [];
    const source = `metadata ${key}`;
    if (isOneOf(key, keys)) return [{ source, value: text }];
    if (!configurations.has(bare(key))) return [];
    const literal = parseLiteral(text);
    if (literal === null || typeof literal !== "object" || !("pairs" in literal)) return [];
    return literal.pairs.flatMap(([inner, value]) =>
      isOneOf(inner, keys) ? [{ source: `${source} (${inner})`, value }] : [],
    );
  });
}

function isOneOf(key: string, keys: readonly string[]): boolean {
  return keys.includes(bare(key)) || keys.includes(bare(key.split(/[.:/]/).at(-1)!));
}

function bare(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, "");
}
