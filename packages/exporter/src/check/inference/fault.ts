import { ProofError } from "@evenodds/core";

/** Returns the error for something that is wrong with a node, or with a `part` of it. */
export function fault(
  { title }: { readonly title: string },
  { part, expected, found }: { readonly part?: string; readonly expected: string; readonly found: string },
): ProofError {
  return new ProofError({ argument: part === undefined ? title : `${part} of ${title}`, expected, found });
}
