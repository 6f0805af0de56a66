import { suggest, UsageError } from "../errors.js";

/** Returns the index of the class called `name`. Throws {@link UsageError} with near matches where there is none. */
export function classIndex(classes: readonly string[], name: string): number {
  const index = classes.indexOf(name);
  if (index >= 0) return index;
  throw new UsageError({
    argument: "positive class",
    expected: "one of the classes",
    found: JSON.stringify(name),
    hint: suggest(name, classes),
  });
}
