import { canonicalLevel, suggest, UsageError } from "@evenodds/core";
import type { OutcomeRequest, RequestedAttribute, WhenMissing } from "@evenodds/data";

/** Values by the name of an attribute. */
export type ByAttribute<T> = ReadonlyMap<string, T> | Readonly<Record<string, T>>;

/** Which attributes of a table are audited, and what its cells mean. */
export interface TableAttributes {
  /** Columns of the sensitive attributes; at least one. */
  readonly sensitive: readonly string[];
  /** Combinations of them that are audited too, such as `[["sex", "age"]]`. Default: none. */
  readonly cross?: "all" | readonly (readonly string[])[] | undefined;
  /** Ascending borders by attribute: 30 and 50 make `<30`, `30..<50`, `>=50` of its numbers. */
  readonly bins?: ByAttribute<readonly number[]> | undefined;
  /** The levels by attribute, in order: each other one is an error. Default: those that occur. */
  readonly levels?: ByAttribute<readonly string[]> | undefined;
  /** What becomes of rows that lack an attribute. Default: `exclude`. */
  readonly missing?: WhenMissing | undefined;
  /** Texts that stand for "not known" in every column, besides blanks, `NA` and the like. */
  readonly missingValues?: readonly string[] | undefined;
  /** The classes, in order: each other one is an error. Default: those that occur. */
  readonly classes?: readonly string[] | undefined;
}

/** What is counted of a table of predicted classes or scores. */
export interface TableColumns extends TableAttributes, Pick<OutcomeRequest, "threshold" | "positive" | "negative"> {
  /** Column of the true class. Without, only selection rates are compared. */
  readonly label?: string | undefined;
  /** Column of the predicted class; either this or `score`. */
  readonly prediction?: string | undefined;
  /** Column of scores: `threshold` or more is the positive class. */
  readonly score?: string | undefined;
  /** Column within whose levels the same is audited once more. */
  readonly given?: string | undefined;
  /** Column whose values say which rows err alike. */
  readonly cluster?: string | undefined;
  /** Column of weights, finite and 0 or more. */
  readonly weight?: string | undefined;
  /**
   * Fewest rows of a combination of the attributes, within each level of `given`: smaller ones are not counted and
   * never leave a database; how many rows they have is reported. Not with scores, weights or clusters. Default: any.
   */
  readonly minCell?: number | undefined;
}

/**
 * Returns what is to be counted. Throws {@link UsageError} where attributes, or prediction and score, are not named.
 */
export function requestedOutcomes(options: TableColumns): OutcomeRequest {
  const { label, prediction, score, threshold, positive, negative, given, weight, cross, cluster, minCell } = options;
  if ((prediction === undefined) === (score === undefined)) {
    throw new UsageError({
      argument: "‘prediction’",
      expected: "a column of predicted classes, or ‘score’ with a column of scores",
      found: prediction === undefined ? "neither" : "both",
    });
  }
  if (score !== undefined && threshold === undefined) {
    throw new UsageError({
      argument: "‘threshold’",
      expected: "a number with ‘score’",
      found: "none",
      hint: "a row whose score is as large or larger is predicted as the positive class",
    });
  }
  return {
    sensitive: requestedAttributes(options),
    missing: options.missingValues,
    classes: options.classes,
    label,
    prediction,
    score,
    threshold,
    positive,
    negative,
    crossed: cross,
    condition: given,
    cluster,
    weight,
    minCell,
  };
}

/** Returns the sensitive attributes. Throws {@link UsageError} for none, and for bins of what is no attribute. */
export function requestedAttributes(options: TableAttributes): RequestedAttribute[] {
  const { sensitive, cross, missing } = options;
  const bins = mapOf(options.bins);
  const levels = mapOf(options.levels);
  if (sensitive.length === 0) {
    throw new UsageError({ argument: "‘sensitive’", expected: "the columns of the groups", found: "none" });
  }
  if (cross === "all" && sensitive.length === 1) {
    const found = JSON.stringify(sensitive[0]);
    throw new UsageError({ argument: "‘cross’ all", expected: "two or more attributes in ‘sensitive’", found });
  }
  for (const [option, columns] of Object.entries({ "‘bins’": bins, "‘levels’": levels })) {
    const strange = [...columns.keys()].find((name) => !sensitive.includes(name));
    if (strange === undefined) continue;
    const [expected, found] = ["one of the attributes of ‘sensitive’", JSON.stringify(strange)];
    throw new UsageError({ argument: option, expected, found, hint: suggest(strange, sensitive) });
  }
  refuseBothWays(options, levels);
  const both = sensitive.find((column) => bins.has(column) && levels.has(column));
  if (both !== undefined) {
    const found = `both of ${JSON.stringify(both)}`;
    throw new UsageError({ argument: "‘levels’", expected: "an attribute without ‘bins’", found });
  }
  return sensitive.map((column) => ({
    column,
    bins: bins.get(column),
    levels: levels.get(column),
    whenMissing: missing,
  }));
}

/** Returns values by the name of an attribute as a map. */
export function mapOf<T>(values: ByAttribute<T> | undefined): ReadonlyMap<string, T> {
  return values instanceof Map ? values : new Map(Object.entries(values ?? {}));
}

/** Throws {@link UsageError} for a text that is said to be a value and to stand for none. */
function refuseBothWays(
  { missingValues = [], classes = [] }: TableAttributes,
  levels: ReadonlyMap<string, readonly string[]>,
): void {
  const missing = new Set(missingValues.map(canonicalLevel));
  const declared = [...levels.values()].map((names) => ({ option: "‘levels’", names }));
  for (const { option, names } of [{ option: "‘classes’", names: classes }, ...declared]) {
    const both = names.find((name) => missing.has(canonicalLevel(name)));
    if (both === undefined) continue;
    const [expected, found] = [
      "texts that stand for a missing value",
      `${JSON.stringify(both)}, which ${option} lists`,
    ];
    throw new UsageError({ argument: "‘missingValues’", expected, found, hint: "leave it out of one of the two" });
  }
}
