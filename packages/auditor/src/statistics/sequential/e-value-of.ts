/** A logarithm of an e-value that is larger counts as this: a smaller e-value is one too, and sums stay finite. */
export const largestLog = 600;

/** Returns the e-value with this logarithm, at most 1e260. */
export function eValueOf(log: number): number {
  return Math.exp(Math.min(largestLog, log));
}
