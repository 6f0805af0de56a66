import { InputError, canonicalLevel, suggest } from "@evenodds/core";
import { missingTexts } from "../../card/graph-card.js";
import { isNumberText } from "../../load/order-levels.js";
import type { SqlCell } from "../engine/group-by-engine.js";
import type { KeyRequest } from "./key-request.js";

/** Every value of a key that occurs, with its number of rows. */
export type Domain = ReadonlyMap<SqlCell, number>;

/** How many levels or classes a column may have. Numbers that are measurements have their own, lower limits. */
export const mostLevels = 1000;
const mostNumbers = 20;
const mostFractions = 50;

/**
 * Returns the level or class of every value, null for "missing". `intervals` names the numbers of a key with borders.
 *
 * Throws {@link InputError} for a text among numbers, a value that is not among declared levels, more than 20 numbers
 * as an attribute, more than 50 fractions as a label or prediction, and more than 1,000 levels.
 */
export function levelNames(
  domain: Domain,
  { key, intervals }: { readonly key: KeyRequest; readonly intervals?: readonly string[] | undefined },
): Map<SqlCell, string | null> {
  const declared = key.levels && new Map(key.levels.map(({ value, name }) => [value, name]));
  const missing = new Set(["", ...missingTexts, ...key.missing.map(canonicalLevel)]);
  const names = new Map<SqlCell, string | null>();
  for (const value of domain.keys()) {
    if (typeof value === "number") names.set(value, intervals?.[value] ?? String(value));
    else names.set(value, value === null ? null : nameOf(canonicalLevel(value), { key, declared, missing }));
  }
  if (key.levels === undefined && key.borders === undefined) checkNumberOfLevels(key, names);
  return names;
}

function nameOf(
  level: string,
  options: {
    readonly key: KeyRequest;
    readonly declared: ReadonlyMap<string, string> | undefined;
    readonly missing: ReadonlySet<string>;
  },
): string | null {
  const { key, declared, missing } = options;
  const name = declared?.get(level);
  if (name !== undefined) return name;
  const isClass = key.role !== "attribute" && key.role !== "condition";
  if (missing.has(level) || (isClass && isNonFinite(level))) return null;
  if (key.borders !== undefined) {
    const found = JSON.stringify(level);
    const hint = `if it stands for a missing value, say ‘missingValues’ ${shellWord(level)}`;
    throw new InputError({ argument: key.argument, expected: "numbers", found, hint });
  }
  if (declared === undefined) return level;
  throw new InputError({
    argument: key.argument,
    expected: `one of ${[...declared.keys()].map((value) => JSON.stringify(value)).join(", ")}`,
    found: JSON.stringify(level),
    hint:
      `${suggest(level, declared.keys()).replace(/\?$/, "")}; else add it to ${isClass ? "‘classes’" : "‘levels’"}, ` +
      "or to ‘missingValues’",
  });
}

function isNonFinite(level: string): boolean {
  return /^[-+]?(nan|inf|infinity)$/i.test(level);
}

/** Throws {@link InputError} for missing values where the policy is `fail`. */
export function checkMissing(
  domain: Domain,
  { key, names }: { readonly key: KeyRequest; readonly names: ReadonlyMap<SqlCell, string | null> },
): void {
  if (key.whenMissing !== "fail") return;
  const lacking = [...domain].filter(([value, rows]) => names.get(value) === null && rows > 0);
  if (lacking.length === 0) return;
  const rows = lacking.reduce((sum, [, count]) => sum + count, 0);
  const shown = lacking.map(([value]) => (value === null || value === "" ? "blank" : JSON.stringify(value)));
  throw new InputError({
    argument: key.argument,
    expected: key.role === "score" ? "a finite number in every row" : "a value in every row",
    found: `${rows} rows without (${shown.slice(0, 3).join(", ")})`,
    hint:
      key.role === "attribute"
        ? "‘missing’ exclude leaves such rows out and counts them; ‘missing’ own-group makes them a level of their own"
        : "fill the column in, or leave such rows out of the table",
  });
}

function checkNumberOfLevels(key: KeyRequest, names: ReadonlyMap<SqlCell, string | null>): void {
  const levels = [...new Set(names.values())].filter((name) => name !== null);
  const numbers = levels.every(isNumberText);
  const attribute = key.role === "attribute" || key.role === "condition";
  if (attribute && numbers && levels.length > mostNumbers) {
    throw new InputError({
      argument: key.argument,
      expected: `categories, or numbers with at most ${mostNumbers} values`,
      found: `${atLeast(levels.length)} different numbers, ${levels[0]} among them`,
      hint:
        key.role === "attribute"
          ? `cut it with ${exampleBins(key.column, levels)}, or list its values with ‘levels’`
          : "name a column with fewer values, or cut it in the table",
    });
  }
  const fractions = attribute ? [] : levels.filter((level) => isNumberText(level) && !/^-?\d+$/.test(level));
  if (fractions.length > mostFractions) {
    throw new InputError({
      argument: key.argument,
      expected: "classes",
      found: `${atLeast(fractions.length)} different fractions, ${fractions[0]} among them`,
      hint:
        key.role === "prediction"
          ? "these look like scores: name the column with ‘score’ in place of ‘prediction’, and a ‘threshold’"
          : "a label must be a class; cut numbers into classes first",
    });
  }
  if (levels.length > mostLevels) {
    throw new InputError({
      argument: key.argument,
      expected: `at most ${mostLevels} ${attribute ? "levels" : "classes"}`,
      found: `${atLeast(levels.length)} different values, ${JSON.stringify(levels[0])} among them`,
      hint: "the column looks like an id or a measurement",
    });
  }
}

/** Borders that cut the values that occur into three. */
function exampleBins(column: string, levels: readonly string[]): string {
  const numbers = levels.map(Number).sort((a, b) => a - b);
  const at = (share: number) => numbers[Math.floor(numbers.length * share)]!;
  return `‘bins’ ${shellWord(`${column}=${at(1 / 3)},${at(2 / 3)}`)}`;
}

/** A text as it is typed behind a flag. */
function shellWord(text: string): string {
  return /^[\w.,=?+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Beyond the limit, values are no longer looked at. */
function atLeast(levels: number): string {
  return levels > mostLevels ? `more than ${mostLevels}` : `${levels}`;
}
