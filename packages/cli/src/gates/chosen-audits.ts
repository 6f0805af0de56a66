import { suggest, UsageError } from "@evenodds/core";
import type { FileAudit } from "./expand-audits.js";

/**
 * Returns the audits of these names; a name of the file stands for all that it was expanded to. Throws
 * {@link UsageError} with near matches for a name that no audit has.
 */
export function chosenAudits<A extends Pick<FileAudit, "name" | "entry">>(
  audits: readonly A[],
  names: readonly string[] | undefined,
): A[] {
  if (names === undefined) return [...audits];
  const known = new Set(audits.flatMap(({ name, entry }) => [name, entry]));
  for (const name of names) {
    if (known.has(name)) continue;
    const [argument, expected, found] = ["--only", "an audit of the file", JSON.stringify(name)];
    throw new UsageError({ argument, expected, found, hint: suggest(name, known) });
  }
  return audits.filter(({ name, entry }) => names.includes(name) || names.includes(entry));
}
