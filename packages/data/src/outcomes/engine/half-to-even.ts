/**
 * Returns an expression for the whole number nearest to a double of at most 2^52 in size, as a double, for engines
 * whose casts round halves away from zero. From 2^52 to 2^53 only whole numbers are doubles, so that a sum in this
 * range is rounded as every sum of doubles is: of two that are equally near, to the even one.
 */
export function halfToEven(double: string, doubleType: string): string {
  const large = `CAST('4503599627370496' AS ${doubleType})`;
  return `(CASE WHEN ${double} >= 0 THEN (${double} + ${large}) - ${large} ELSE (${double} - ${large}) + ${large} END)`;
}
