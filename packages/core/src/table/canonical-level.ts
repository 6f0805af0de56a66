import { canonicalId } from "./canonical-id.js";

/**
 * Returns the one spelling under which a categorical value is known, whatever file it came from: outer blanks are
 * dropped, a whole number loses an empty fraction and a plus sign, so that `0`, `"0"`, `0.0` and `"+0."` are one level,
 * and the words true and false lose their capitals, because Python writes `True`, R `TRUE` and a column of booleans is
 * `true`. Everything else is kept character by character.
 */
export function canonicalLevel(text: string): string {
  const level = canonicalId(text);
  return /^(?:true|false)$/i.test(level) ? level.toLowerCase() : level;
}
