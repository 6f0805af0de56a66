import { suggest, UsageError } from "../errors.js";
import { findLevel } from "../table/find-level.js";

/**
 * Returns the index of the class called `name`, see {@link findLevel}. Throws {@link UsageError} with near matches
 * where there is none.
 */
export function classIndex(classes: readonly string[], name: string): number {
  const index = findLevel(classes, name);
  if (index >= 0) return index;
  throw new UsageError({
    argument: "positive class",
    expected: "one of the classes",
    found: JSON.stringify(name),
    hint: suggest(name, classes),
  });
}
