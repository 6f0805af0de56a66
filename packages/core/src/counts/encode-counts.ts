import { InputError } from "../errors.js";
import { JsonRefusal, parseJson } from "../notation/parse-json.js";
import { exclusionReasons, type ExclusionReason, type OutcomeCounts } from "./outcome-counts.js";
import type { PredictionCounts } from "./prediction-counts.js";

/** Returns counts as one line of JSON; equal counts give equal bytes. */
export function encodeCounts({ groups, classes, counts, excluded }: OutcomeCounts): string {
  const reasons = exclusionReasons.filter((reason) => (excluded[reason] ?? 0) > 0);
  return JSON.stringify({
    groups,
    classes,
    counts: Array.from(counts),
    excluded: Object.fromEntries(reasons.map((reason) => [reason, excluded[reason]])),
  });
}

/**
 * Returns the counts that {@link encodeCounts} wrote. Throws {@link InputError} for text that is not JSON, fields that
 * are missing or of another type, an unknown exclusion reason, and everything that `checkCounts` refuses.
 */
export function decodeCounts(text: string): OutcomeCounts {
  const data = parse(text);
  if (typeof data !== "object" || data === null) throw wrong("an object", text.slice(0, 40));
  const groups = textList(data, "groups");
  const classes = textList(data, "classes");
  const counts = field(data, "counts");
  if (!Array.isArray(counts) || !counts.every((value) => typeof value === "number")) {
    throw wrong("a list of numbers in `counts`", JSON.stringify(counts));
  }
  const result = { groups, classes, counts: Float64Array.from(counts), excluded: exclusions(field(data, "excluded")) };
  checkCounts(result);
  return result;
}

function exclusions(data: unknown): Partial<Record<ExclusionReason, number>> {
  if (typeof data !== "object" || data === null) throw wrong("an object in `excluded`", JSON.stringify(data));
  const result: Partial<Record<ExclusionReason, number>> = {};
  for (const [key, value] of Object.entries(data) as [string, unknown][]) {
    const reason = exclusionReasons.find((known) => known === key);
    if (reason === undefined) throw wrong(`reasons among ${exclusionReasons.join(", ")}`, JSON.stringify(key));
    if (typeof value !== "number") throw wrong(`a number of rows for ${reason}`, JSON.stringify(value));
    result[reason] = value;
  }
  return result;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const found = cause instanceof JsonRefusal ? cause.message : JSON.stringify(text.slice(0, 40));
    throw new InputError({ argument: "counts file", expected: "JSON", found }, { cause });
  }
}

function field(data: object, name: string): unknown {
  return Object.entries(data).find(([key]) => key === name)?.[1] as unknown;
}

function textList(data: object, name: string): string[] {
  const value = field(data, name);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw wrong(`a list of texts in \`${name}\``, JSON.stringify(value));
  }
  return value;
}

function wrong(expected: string, found: string | undefined): InputError {
  return new InputError({ argument: "counts file", expected, found: found ?? "nothing" });
}

/**
 * Checks that counts can be computed with: distinct groups and classes, one count per cell, every count and exclusion
 * finite and not negative. Throws {@link InputError} naming what is wrong; otherwise a NaN would pass every comparison
 * with a limit.
 */
export function checkCounts(table: OutcomeCounts | PredictionCounts): void {
  const { groups, classes, excluded } = table;
  checkDistinct("groups", groups);
  checkDistinct("classes", classes);
  const [counts, cells] = "counts" in table ? [table.counts, classes.length ** 2] : [table.predicted, classes.length];
  if (counts.length !== groups.length * cells) {
    throw new InputError({
      argument: "counts",
      expected: `${groups.length} groups × ${cells} cells = ${groups.length * cells} counts`,
      found: `${counts.length}`,
    });
  }
  for (const value of counts) checkCount("counts", value);
  for (const [reason, value] of Object.entries(excluded)) checkCount(`excluded rows (${reason})`, value);
}

function checkCount(argument: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return;
  throw new InputError({ argument, expected: "finite numbers of rows, 0 or more", found: `${value}` });
}

function checkDistinct(argument: string, names: readonly string[]): void {
  if (new Set(names).size === names.length) return;
  throw new InputError({
    argument,
    expected: "distinct names",
    found: names.map((name) => JSON.stringify(name)).join(", "),
  });
}
