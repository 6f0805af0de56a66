import { suggest, UsageError } from "./errors.js";

/**
 * Throws {@link UsageError} with near matches unless `choice` is one of `choices`: types do not reach JavaScript, and a
 * value that nobody knows must not be taken for one of the others.
 */
export function checkChoice(
  argument: string,
  { choice, choices }: { readonly choice: string; readonly choices: readonly string[] },
): void {
  if (choices.includes(choice)) return;
  const expected = `one of ${choices.join(", ")}`;
  throw new UsageError({ argument, expected, found: JSON.stringify(choice), hint: suggest(String(choice), choices) });
}
