import { canonicalLevel } from "./canonical-level.js";

/** Two levels that one thing may have been written as. */
export type NearPair = readonly [string, string];

/** Combining accents of Latin, Greek and Cyrillic; marks of other scripts make other words. */
const accents = /[\u0300-\u036f]/g;
const invisible = /\p{Cf}/gu;

/**
 * Returns a form that is equal for spellings of one word or number: without regard to capitals, accents, widths (NFKC),
 * invisible characters, outer quotes, a full stop at the end, and to blanks, `_` or `-` between letters or digits. A
 * decimal number is its value, so that `01`, `1.50` and `1e0` meet `1`, `1.5` and `1`.
 */
export function looseSpelling(level: string): string {
  const plain = level.normalize("NFKD").replace(accents, "").replace(invisible, "").trim();
  const bare = canonicalLevel(plain.replace(/^(["'`])(.*)\1$/s, "$2"));
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare)) {
    const number = Number(bare);
    // Beyond, different numbers would become one.
    if (Number.isFinite(number) && bare.length <= 15) return String(number === 0 ? 0 : number);
  }
  return bare
    .replace(/([\p{L}\p{N}])\.+$/u, "$1")
    .replace(/(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])/gu, " ")
    .toUpperCase()
    .toLowerCase();
}

/** Returns the pairs of levels that have one {@link looseSpelling}, each level with the first that has it. */
export function nearSpellings(levels: readonly string[]): NearPair[] {
  const first = new Map<string, string>();
  const pairs: NearPair[] = [];
  for (const level of levels) {
    const loose = looseSpelling(level);
    const other = first.get(loose);
    if (other === undefined) first.set(loose, level);
    else if (other !== level) pairs.push([other, level]);
  }
  return pairs;
}

/** Pairs of words for no and yes, each of one habit of writing. */
const vocabularies = [
  ["0", "1"],
  ["false", "true"],
  ["f", "t"],
  ["no", "yes"],
  ["n", "y"],
  ["off", "on"],
  ["negative", "positive"],
  ["neg", "pos"],
  ["-", "+"],
] as const;

/**
 * Returns two levels that say the same in two habits, such as `1` and `true`, where all levels are words for yes and
 * no; null where they are of one habit, or where there are other levels among them, as `t` and `y` do among the
 * letters.
 */
export function mixedBooleans(levels: readonly string[]): NearPair | null {
  const words = levels.map((level) => {
    const loose = looseSpelling(level);
    for (const pair of vocabularies) {
      const meaning = pair.findIndex((word) => word === loose);
      if (meaning >= 0) return { level, meaning };
    }
    return null;
  });
  if (levels.length < 3 || words.includes(null)) return null;
  for (const [i, word] of words.entries()) {
    const other = words.slice(0, i).find((before) => before!.meaning === word!.meaning);
    if (other) return [other.level, word!.level];
  }
  return null;
}

/**
 * Returns how much larger the codes of `predicted` are than those of `labels`, 1 or −1, where two programs may have
 * counted from 0 and from 1: all are whole numbers, every prediction is a label moved by one, a label is never
 * predicted, and a prediction is never a label. Else null.
 */
export function codeShift(labels: readonly string[], predicted: readonly string[]): 1 | -1 | null {
  const all = [...new Set([...labels, ...predicted])];
  // Two codes are the usual ones of two classes, of which a small table may have one each.
  if (all.length < 3 || !all.every((level) => /^-?\d{1,9}$/.test(level))) return null;
  const isNew = predicted.some((level) => !labels.includes(level));
  const isLost = labels.some((level) => !predicted.includes(level));
  if (!isNew || !isLost) return null;
  const fits = (shift: number) => predicted.every((level) => labels.includes(String(Number(level) - shift)));
  return fits(1) ? 1 : fits(-1) ? -1 : null;
}

/**
 * Returns two classes of which one is a number and the other a word and that number, such as `1` and `class_1`, where
 * one of them is never predicted or never a label; else null.
 */
export function numberedNames(labels: readonly string[], predicted: readonly string[]): NearPair | null {
  const numberOf = (level: string) => /^(?:\p{L}+[\s_-]*)?(\d+)$/u.exec(level)?.[1]?.replace(/^0+(?=\d)/, "");
  const isBare = (level: string) => /^\d+$/.test(level);
  const all = [...new Set([...labels, ...predicted])];
  for (const level of all.filter((name) => !labels.includes(name) || !predicted.includes(name))) {
    const number = numberOf(level);
    if (number === undefined) continue;
    const twin = all.find((other) => numberOf(other) === number && isBare(level) !== isBare(other));
    if (twin !== undefined) return [level, twin];
  }
  return null;
}
