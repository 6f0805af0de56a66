/**
 * Returns the one spelling under which a categorical value or a node id is known, whatever file it came from: outer
 * blanks are dropped, and a whole number loses an empty fraction and a plus sign, so that `0`, `"0"`, `0.0` and `"+0."`
 * are one level. Everything else is kept letter by letter: `"01"` stays apart from `"1"`, and no text ever goes through
 * a floating-point number, so ids above 2^53 stay whole.
 */
export function canonicalLevel(text: string): string {
  const trimmed = text.trim();
  const whole = /^\+?(-?(?:0|[1-9]\d*))(?:\.0*)?$/.exec(trimmed);
  if (whole === null) return trimmed;
  return whole[1] === "-0" ? "0" : whole[1]!;
}
