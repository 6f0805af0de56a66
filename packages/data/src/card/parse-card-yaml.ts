import { InputError, parseYaml } from "@evenodds/core";

/** Keys whose mapping is an ordered list of values and names. */
const orderedKeys = new Set(["classes", "levels"]);

/**
 * Returns the content of a card as plain data. Mappings under `classes` and `levels` become lists of `{value, name}` in
 * the order of the file, because a JavaScript object would put "0" before "-1" whatever the file says. Whole numbers too
 * large for a double become texts. Throws {@link InputError} with line and column for text that is not YAML, repeated
 * keys among it.
 */
export function parseCardYaml(text: string, cardName: string): unknown {
  const document = parseDocument(text, cardName);
  // The parser has counted what aliases stand for.
  return plain(document.toJS({ mapAsMap: true, maxAliasCount: -1 }), "");
}

function parseDocument(text: string, cardName: string) {
  try {
    return parseYaml(text, { intAsBigInt: true });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new InputError({ argument: cardName, expected: "YAML", found: cause.message }, { cause });
  }
}

function plain(value: unknown, key: string): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) {
    return orderedKeys.has(key)
      ? value.map((entry) => ({ value: plain(entry, ""), name: plain(entry, "") }))
      : value.map((entry) => plain(entry, ""));
  }
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Map<unknown, unknown>)];
  if (orderedKeys.has(key)) return entries.map(([from, to]) => ({ value: plain(from, ""), name: plain(to, "") }));
  return Object.fromEntries(entries.map(([name, entry]) => [String(name), plain(entry, String(name))]));
}
