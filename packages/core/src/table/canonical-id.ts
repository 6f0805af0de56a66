/**
 * Returns the spelling by which ids of two files are the same one where their texts are not: outer blanks are dropped,
 * and a whole number loses an empty fraction and a plus sign, because pandas writes `1.0` for 1 in a column with gaps.
 * `"01"` stays apart from `"1"`, and no text ever goes through a floating-point number, so ids above 2^53 stay whole.
 *
 * An id itself is the text of its file; see {@link idKeys} for ids of one file that this spelling would make one.
 */
export function canonicalId(text: string): string {
  return wholeNumber(text.trim());
}

function wholeNumber(text: string): string {
  const whole = /^\+?(-?(?:0|[1-9]\d*))(?:\.0*)?$/.exec(text);
  if (whole === null) return text;
  return whole[1] === "-0" ? "0" : whole[1]!;
}

/**
 * Returns what each of the different ids of one table, which have no outer blanks, is known by elsewhere, in the same
 * order: its {@link canonicalId}, or, where two ids share one (`1.0` and `1.00`), the text itself. Keys of different
 * ids differ.
 */
export function idKeys(ids: readonly string[]): readonly string[] {
  const keys = ids.map(wholeNumber);
  if (keys.every((key, i) => key === ids[i])) return ids;
  // Sorted rather than kept in a set, which cannot hold the ids of the largest graphs.
  const sorted = [...keys].sort();
  const shared = new Set(sorted.filter((key, i) => key === sorted[i + 1]));
  return keys.map((key, i) => (shared.has(key) ? ids[i]! : key));
}
