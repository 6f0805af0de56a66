import { canonicalLevel } from "@evenodds/core";
import { missingTexts, type CardCategory } from "../card/graph-card.js";

/**
 * Returns the texts, in the spelling of core's `canonicalLevel`, that mean "not known" in a column: blank ones,
 * {@link missingTexts} and those of the card, unless the card lists the text as a level.
 */
export function missingLevels({ levels, missing }: CardCategory): ReadonlySet<string> {
  const declared = new Set(levels?.map(({ value }) => value));
  return new Set(["", ...missingTexts, ...missing.map(canonicalLevel)].filter((text) => !declared.has(text)));
}
