import { crossingSign } from "@evenodds/core";

/**
 * Returns the places of levels in the order in which people read them. Bands of numbers (`<30`, `30–50`, `>50`, `18 to
 * 24`, `65+`, `Grade 9`) stand by their lower end, then by their upper one, and what says that there is no value
 * (`missing`, `unknown`) after them. Where a level is neither, levels stay as they are. Crossed levels are put in order
 * attribute by attribute.
 */
export function orderGroups(levels: readonly string[]): number[] {
  const places = levels.map((_, at) => at);
  const parts = levels.map((level) => level.split(crossingSign));
  const crossed = parts[0]?.length ?? 0;
  if (parts.some(({ length }) => length !== crossed)) return places;
  const ranks = Array.from({ length: crossed }, (_, c) => ranksOf([...new Set(parts.map((own) => own[c]!))]));
  return places.sort((a, b) => {
    for (const [c, rank] of ranks.entries()) {
      const difference = rank.get(parts[a]![c]!)! - rank.get(parts[b]![c]!)!;
      if (difference !== 0) return difference;
    }
    return a - b;
  });
}

/** The rank of each of these names, which are distinct. */
function ranksOf(names: readonly string[]): ReadonlyMap<string, number> {
  const bands = names.map(bandOf);
  const known = bands.filter((band) => band !== null && band !== "missing");
  const isOrdered = known.length > 1 && !bands.includes(null) && new Set(known.map(({ kind }) => kind)).size === 1;
  if (!isOrdered) return new Map(names.map((name, rank) => [name, rank]));
  const end = (at: number) => {
    const band = bands[at]!;
    return band === "missing" ? { lower: Infinity, upper: Infinity } : band;
  };
  const order = names.map((_, at) => at);
  order.sort((a, b) => compare(end(a).lower, end(b).lower) || compare(end(a).upper, end(b).upper) || a - b);
  return new Map(order.map((at, rank) => [names[at]!, rank]));
}

/** Unlike a difference, also for two infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Band {
  readonly lower: number;
  readonly upper: number;
  /** What stands around its numbers, such as a currency: bands of different kinds have no order. */
  readonly kind: string;
}

const missingWords = new Set(["missing", "unknown", "not known", "not stated", "n/a", "na", "none", "null", "?", ""]);

const number = String.raw`-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?`;
const shapes: readonly { readonly pattern: RegExp; readonly ends: (found: readonly number[]) => readonly number[] }[] =
  [
    { pattern: shape(`(?:<=?|≤|under|below|less than|up to)\\s*@`), ends: ([a]) => [-Infinity, a!] },
    { pattern: shape(`(?:>=?|≥|over|above|more than|at least)\\s*@`), ends: ([a]) => [a!, Infinity] },
    {
      pattern: shape(`@\\s*(?<unit>\\p{L}*?)\\s*(?:and|or) (?:under|below|less|younger)`),
      ends: ([a]) => [-Infinity, a!],
    },
    {
      pattern: shape(`@\\s*(?<unit>\\p{L}*?)\\s*(?:\\+|(?:and|or) (?:over|above|more|older))`),
      ends: ([a]) => [a!, Infinity],
    },
    { pattern: shape(`[[(]?@\\s*(?:-|–|—|to|\\.\\.<?|,)\\s*@[\\])]?`), ends: ([a, b]) => [a!, b!] },
    { pattern: shape("@"), ends: ([a]) => [a!, a!] },
  ];

/** A pattern of a whole band, with `@` for its numbers: words may stand before and after it, not numbers. */
function shape(text: string): RegExp {
  const ends = text.split("@").length > 2 ? ["(?<a>", "(?<b>"] : ["(?<a>"];
  const body = ends.reduce((made, open) => made.replace("@", () => `[$€£]?${open}${number})[k%]?`), text);
  return new RegExp(`^(?<before>(?:[^\\d<>≤≥=]*[^\\d<>≤≥=\\-[(])??)\\s*${body}\\s*(?<after>[\\p{L}%]*)$`, "iu");
}

function bandOf(name: string): Band | "missing" | null {
  const text = name.trim();
  if (missingWords.has(text.toLowerCase().replace(/^\((.*)\)$/, "$1"))) return "missing";
  for (const { pattern, ends } of shapes) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const numbers = [groups["a"], groups["b"]].filter((one) => one !== undefined).map(numberOf);
    const [lower, upper] = ends(numbers);
    const words = [groups["unit"] ?? "", groups["after"]!].join("");
    const marks = [/[$€£]/, /\dk/i, /%/].map((mark) => String(mark.test(text))).join();
    return { lower: lower!, upper: upper!, kind: [groups["before"]!.trim(), words, marks].join() };
  }
  return null;
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}
