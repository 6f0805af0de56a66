import { canonicalLevel } from "@evenodds/core";
import type { NamedValue } from "../../card/graph-card.js";
import type { RequestedAttribute, RequestedColumn, WhenMissing } from "../outcome-request.js";

/** What a column is counted as, with defaults filled in. */
export interface KeyRequest {
  readonly role: "attribute" | "condition" | "label" | "prediction" | "score";
  /** Name in messages, such as `sensitive column "sex"`. */
  readonly argument: string;
  readonly name: string;
  readonly column: string;
  readonly missing: readonly string[];
  readonly whenMissing: WhenMissing;
  readonly levels: readonly NamedValue[] | undefined;
  /** Ascending borders that cut a number into intervals: of bins, or the threshold of a score. */
  readonly borders: readonly number[] | undefined;
}

/** Returns the request for an attribute or a condition; missing values are excluded by default. */
export function attributeKey(role: "attribute" | "condition", given: string | RequestedAttribute): KeyRequest {
  const attribute = typeof given === "string" ? { column: given } : given;
  const { column, name = column, missing = [], whenMissing = "exclude", levels, bins } = attribute;
  const argument = `${role === "attribute" ? "sensitive" : "condition"} column ${JSON.stringify(column)}`;
  return { role, argument, name, column, missing, whenMissing, levels: levels && namedValues(levels), borders: bins };
}

/** Returns the request for a label, a prediction or a score. */
export function classKey(
  role: "label" | "prediction" | "score",
  given: string | RequestedColumn,
  { levels, borders }: Pick<KeyRequest, "levels" | "borders">,
): KeyRequest {
  const { column, missing = [], whenMissing } = typeof given === "string" ? { column: given } : given;
  return {
    role,
    argument: `${role} column ${JSON.stringify(column)}`,
    name: column,
    column,
    missing,
    whenMissing: whenMissing ?? (role === "label" ? "exclude" : "fail"),
    levels,
    borders,
  };
}

/** Returns levels as pairs of a value in canonical spelling and its name. */
export function namedValues(levels: readonly (string | NamedValue)[]): NamedValue[] {
  return levels.map((level) =>
    typeof level === "string"
      ? { value: canonicalLevel(level), name: canonicalLevel(level) }
      : { value: canonicalLevel(level.value), name: level.name },
  );
}
