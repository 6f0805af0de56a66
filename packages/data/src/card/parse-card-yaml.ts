import { InputError, parseYaml } from "@evenodds/core";
import { isPair, isScalar, visit, type Document, type Scalar } from "yaml";

/** Keys whose mapping is an ordered list of values and names. */
const orderedKeys = new Set(["classes", "levels"]);

/** Keys whose values are booleans, numbers or counts; all else in a card is text. */
const typedKeys = new Set(["header", "numeric", "connected_only", "directed", "numeric_ids", "bins"]);

/** Keys whose values are names of columns, or positions where they are digits. */
const columnKeys = new Set(["source", "target", "edge_weight", "ignore"]);

/**
 * Returns the content of a card as plain data. Mappings under `classes` and `levels` become lists of `{value, name}` in
 * the order of the file, because a JavaScript object would put "0" before "-1" whatever the file says. What is a text
 * by nature (values, names, columns, paths) is as it is written, quoted or not: `False`, `01` and `1e3` are not a
 * boolean and not numbers. Throws {@link InputError} with line and column for text that is not YAML, repeated keys
 * among it.
 */
export function parseCardYaml(text: string, cardName: string): unknown {
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
