/** Returns a whole number of a decoded message as a number, 0 where it is not set; rounded beyond 2^53. */
export function wholeNumber(value: number | { toNumber(): number } | null | undefined): number {
  if (value === null || value === undefined) return 0;
  return typeof value === "number" ? value : value.toNumber();
}
