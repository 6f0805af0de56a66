import { suggest, UsageError } from "../errors.js";
import { canonicalLevel } from "../table/canonical-level.js";

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

/**
 * Returns the index of the level that somebody has named: the one of this very spelling, else the only one that core's
 * {@link canonicalLevel} makes the same, so that `True` finds `true` and `1.0` finds `1`; −1 where there is none.
 */
export function findLevel(levels: readonly string[], name: string): number {
  const exact = levels.indexOf(name);
  if (exact >= 0) return exact;
  const wanted = canonicalLevel(name);
  const same = levels.flatMap((level, i) => (canonicalLevel(level) === wanted ? [i] : []));
  return same.length === 1 ? same[0]! : -1;
}
