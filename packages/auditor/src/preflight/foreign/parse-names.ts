import type { Literal } from "./parse-literal.js";

/** Names that a text lists, or why it is a list that cannot be used; null for a text that is not a list. */
export type ParsedNames = { readonly names: readonly string[] } | { readonly problem: string } | null;

/**
 * Returns the names that a text separates by line breaks, else by semicolons, else by commas. One name alone only where
 * `single`.
 */
export function splitNames(text: string, { single }: { readonly single: boolean }): ParsedNames {
  const separator = ["\n", ";", ","].find((one) => text.trim().includes(one));
  if (separator === undefined) return single && text.trim() !== "" ? { names: [text.trim()] } : null;
  return distinct(
    text
      .trim()
      .split(separator)
      .map((name) => unquoted(name.trim())),
  );
}

/**
 * Returns the names of a list (`["a", "b"]`), or of a mapping of numbers from 0 to names or of names to numbers from 0
 * (`{"0": "low"}`, `{'low': 0}`), in the order of their columns.
 */
export function namesOf(literal: Literal): ParsedNames {
  if (typeof literal !== "object") return null;
  if ("pairs" in literal) return numberedNames(literal.pairs);
  const names = literal.map((name) => (typeof name === "object" ? null : String(name)));
  return names.every((name) => name !== null) ? distinct(names) : null;
}

function numberedNames(pairs: readonly (readonly [string, Literal])[]): ParsedNames {
  const texts = pairs.map(([key, value]) => [key, typeof value === "object" ? null : String(value)] as const);
  if (texts.length === 0 || !texts.every((pair): pair is readonly [string, string] => pair[1] !== null)) return null;
  const isNumber = (text: string) => /^\d+$/.test(text);
  const keys = texts.every(([key]) => isNumber(key));
  if (!keys && !texts.every(([, value]) => isNumber(value))) return null;
  const byNumber = new Map(texts.map(([key, value]) => (keys ? [Number(key), value] : [Number(value), key])));
  const names = texts.map((_, number) => byNumber.get(number));
  if (names.every((name) => name !== undefined)) return distinct(names);
  return { problem: `numbers ${[...byNumber.keys()].slice(0, 5).join(", ")}, which are not 0 to ${texts.length - 1}` };
}

function distinct(names: readonly string[]): ParsedNames {
  if (names.length === 0) return null;
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) return { problem: `${JSON.stringify(repeated)} twice` };
  return names.includes("") ? { problem: "a name that is empty" } : { names };
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}
