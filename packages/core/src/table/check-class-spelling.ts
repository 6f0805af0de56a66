import { InputError } from "../errors.js";
import { codeShift, mixedBooleans, nearSpellings, numberedNames } from "./near-spelling.js";

/** The classes of two columns as they occur, in canonical spelling. */
export interface OccurringClasses {
  readonly labels: readonly string[];
  /** Undefined where nothing is predicted yet. */
  readonly predicted?: readonly string[] | undefined;
}

/** What a message about classes says in the words of its subject. */
export interface ClassWords {
  /** What the labels are called, such as `label column "y"`. */
  readonly argument: string;
  /** What to do there about two spellings of one class, and where both are meant. */
  readonly respell: string;
  /** How classes are declared there. */
  readonly declare: string;
  /** What to do there so that a value counts as missing, such as `say missing: -1 under nodes.label`. */
  readonly markMissing: (value: string) => string;
}

/**
 * Throws {@link InputError} for classes that nobody has declared and that may be one class in two spellings: equal but
 * for capitals, accents, blanks and the like; `1` beside `true`; a label that is never predicted beside a prediction
 * that is never a label, where they are codes counted from 0 and from 1 or `1` and `class_1`. Also where a code below
 * 0, never predicted, may mean "unknown", see {@link unknownCode}. Each would split a class, and every rate of it would
 * be wrong.
 */
export function checkClassSpelling({ labels, predicted }: OccurringClasses, words: ClassWords): void {
  const all = [...new Set([...labels, ...(predicted ?? [])])];
  const refuse = (expected: string, found: string, hint = words.respell): never => {
    throw new InputError({ argument: words.argument, expected, found, hint });
  };
  const [near] = nearSpellings(all);
  const pair = near ?? mixedBooleans(all) ?? (predicted && numberedNames(labels, predicted));
  if (pair) {
    const use = predicted === undefined ? "" : useOf(pair, { labels, predicted });
    refuse("one spelling of each class", `both ${quote(pair[0])} and ${quote(pair[1])}${use}`);
  }
  if (predicted !== undefined && predicted.length > 0 && codeShift(labels, predicted) !== null) {
    const found = `labels ${listed(labels)} and predictions ${listed(predicted)}, which may count from another number`;
    refuse("the same codes in labels and predictions", found);
  }
  const code = unknownCode(all);
  if (code === null || !labels.includes(code) || predicted?.includes(code) === true) return;
  const others = listed(labels.filter((label) => label !== code));
  const found = `${quote(code)} beside ${others}${predicted === undefined ? "" : ", never predicted"}`;
  refuse("codes of classes", found, `if ${code} means unknown, ${words.markMissing(code)}; else ${words.declare}`);
}

/** Codes below 0 by which files say "unknown". */
const unknownCodes = ["-1", "-9", "-99", "-999", "-9999"];

/**
 * Returns the level that may stand for "unknown" among codes: the only one below 0 beside whole numbers of 0 or more,
 * and not as −1 beside 1, the usual codes of two classes. Else null.
 */
export function unknownCode(levels: readonly string[]): string | null {
  const below = levels.filter((level) => !/^\d+$/.test(level));
  const [code] = below;
  if (code === undefined || below.length > 1 || levels.length < 2 || !unknownCodes.includes(code)) return null;
  return levels.every((level) => level === "-1" || level === "1") ? null : code;
}

/** Says which of two classes is never predicted or never a label. */
function useOf([a, b]: readonly [string, string], found: Required<OccurringClasses>): string {
  const { labels, predicted = [] } = found;
  const lacking = [a, b].find((name) => labels.includes(name) && !predicted.includes(name));
  return lacking === undefined ? "" : `, and ${quote(lacking)} is a label that is never predicted`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(quote);
  return shown.join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
}

function quote(text: string): string {
  return JSON.stringify(text);
}
