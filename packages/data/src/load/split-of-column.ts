import { canonicalLevel, InputError, splitParts, suggest, type SplitPart } from "@evenodds/core";
import { missingTexts, type CardSplit } from "../card/graph-card.js";
import { givenSplit, type GivenSplit } from "./given-split.js";

/**
 * Returns the parts of the nodes by a column, of which `texts` are the cells of the nodes (null = NULL). Blank cells,
 * `missingTexts` and the card's `missing` are no part, unless the card lists the text for one. Throws
 * {@link InputError} naming node and value for any other text.
 */
export function splitOfColumn(
  split: CardSplit,
  {
    texts,
    ids,
    file,
  }: { readonly texts: readonly (string | null)[]; readonly ids: readonly string[]; readonly file: string },
): GivenSplit {
  const partOf = new Map<string, SplitPart | undefined>();
  for (const text of ["", ...missingTexts, ...split.missing]) partOf.set(canonicalLevel(text), undefined);
  for (const part of splitParts) for (const text of split[part]) partOf.set(text, part);
  const from = `column ${JSON.stringify(split.column)} of ${file}`;
  const part = texts.map((text, node) => {
    const value = canonicalLevel(text ?? "");
    if (partOf.has(value)) return partOf.get(value);
    const listed = splitParts.flatMap((name) => split[name]);
    throw new InputError({
      argument: `split, ${from}`,
      expected: `${listed.map((one) => JSON.stringify(one)).join(", ")}, or nothing for a node in no part`,
      found: `${JSON.stringify(value)} on node ${JSON.stringify(ids[node])}`,
      hint: `${suggest(value, listed).replace(/\?$/, "")}; list other spellings under nodes.split in the card, such as test: [${value}]`,
    });
  });
  return givenSplit(part, { from });
}
