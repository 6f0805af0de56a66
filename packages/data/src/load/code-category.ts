import { InputError, LargeMap, canonicalLevel, suggest, type Category } from "@evenodds/core";
import { type CardCategory, missingTexts } from "../card/graph-card.js";
import { binOf, binNames } from "./bins.js";
import { isNumberText, orderLevels } from "./order-levels.js";

/** More levels than this are an id: what is counted by level and class would not fit into memory. */
const mostTexts = 1_000_000;

/**
 * Returns a column as codes. `texts` are the cells of the nodes (null = NULL), `ids` name nodes in messages. Every text
 * goes through core's `canonicalLevel`, so that 0, "0" and 0.0 are one level in every format.
 *
 * Levels are in the order of the card, where it lists them, else sorted: by number where all are numbers, else as
 * text. Blank cells, `missingTexts` and the card's `missing` are −1, unless the card lists the text as a level.
 *
 * Throws {@link InputError} for a value that the card does not list, for numbers with more than `mostNumbers` values
 * that are neither listed nor cut into bins: a measurement, not a category; and for more than a million levels.
 */
export function codeCategory(
  category: CardCategory,
  options: {
    readonly texts: readonly (string | null)[];
    readonly ids: readonly string[];
    readonly mostNumbers: number;
    /** What to do about more numbers. Default: in the words of a card. */
    readonly fewerNumbers?: string | undefined;
  },
): Category {
  const { texts, ids } = options;
  const declared = new Map(category.levels?.map(({ value, name }) => [value, name]));
  const missing = missingLevels(category);
  const nameOfText = new LargeMap<string, string | null>();
  const levelOf = (text: string, node: number): string | null => {
    const level = canonicalLevel(text);
    if (missing.has(level)) return null;
    if (category.bins !== undefined) return binOf(level, { category, bins: category.bins, id: ids[node]! });
    if (category.levels === undefined) return level;
    return declared.get(level) ?? unlisted(category, { level, id: ids[node]! });
  };
  const names = texts.map((text, node) => {
    if (text === null) return null;
    let name = nameOfText.get(text);
    if (name === undefined) nameOfText.set(text, (name = levelOf(text, node)));
    return name;
  });
  const levels = orderedLevels(category, names, options);
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const code = Int32Array.from(names, (name) => (name === null ? -1 : codeOf.get(name)!));
  return { name: category.name, code, levels };
}

function orderedLevels(
  category: CardCategory,
  names: readonly (string | null)[],
  { mostNumbers, fewerNumbers }: { readonly mostNumbers: number; readonly fewerNumbers?: string | undefined },
): string[] {
  if (category.bins !== undefined) return binNames(category.bins);
  if (category.levels !== undefined) return [...new Set(category.levels.map(({ name }) => name))];
  const levels = orderLevels(distinct(names));
  if (levels.length > mostTexts) {
    throw new InputError({
      argument: `column ${JSON.stringify(category.column)}`,
      expected: `categories, at most ${mostTexts} of them`,
      found: `${levels.length} different values, ${JSON.stringify(levels[0])} among them`,
      hint: "the column looks like an id; name another one in the card",
    });
  }
  if (levels.length > mostNumbers && levels.every(isNumberText)) {
    throw new InputError({
      argument: `column ${JSON.stringify(category.column)}`,
      expected: `categories, or numbers with at most ${mostNumbers} values`,
      found: `${levels.length} different numbers, ${levels[0]} among them`,
      hint:
        fewerNumbers ??
        "list the values in the card, cut a sensitive column with bins: [border, …], or call a label numeric: true",
    });
  }
  return levels;
}

function distinct(names: readonly (string | null)[]): string[] {
  const seen = new LargeMap<string, true>();
  for (const name of names) if (name !== null) seen.set(name, true);
  return Array.from(seen, ([name]) => name);
}

function unlisted(category: CardCategory, { level, id }: { readonly level: string; readonly id: string }): never {
  const listed = category.levels!.map(({ value }) => value);
  throw new InputError({
    argument: `column ${JSON.stringify(category.column)}`,
    expected: `one of ${listed.map((value) => JSON.stringify(value)).join(", ")}, as the card lists`,
    found: `${JSON.stringify(level)} on node ${JSON.stringify(id)}`,
    hint: `${suggest(level, listed).replace(/\?$/, "")}; else add the value to the list, or to missing`,
  });
}

/**
 * Returns the texts, in the spelling of core's `canonicalLevel`, that mean "not known" in a column: blank ones,
 * {@link missingTexts} and those of the card, unless the card lists the text as a level.
 */
export function missingLevels({ levels, missing }: CardCategory): ReadonlySet<string> {
  const declared = new Set(levels?.map(({ value }) => value));
  return new Set(["", ...missingTexts, ...missing.map(canonicalLevel)].filter((text) => !declared.has(text)));
}
