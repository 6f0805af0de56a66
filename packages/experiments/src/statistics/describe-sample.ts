import { checkFinite } from "./check-finite.js";

/** Numbers that describe a sample. */
export interface SampleSummary {
  readonly n: number;
  /** Null without values. */
  readonly mean: number | null;
  /** Standard deviation with n − 1 in the denominator; null for fewer than two values. */
  readonly sd: number | null;
  /** Standard error of the mean, sd/√n; null for fewer than two values. */
  readonly sem: number | null;
}

/** Returns mean, standard deviation and standard error. Throws `UsageError` for a value that is not a finite number. */
export function describeSample(values: ArrayLike<number>): SampleSummary {
  checkFinite("values", values);
  const n = values.length;
  if (n === 0) return { n, mean: null, sd: null, sem: null };
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i]!;
  const mean = sum / n;
  if (n === 1) return { n, mean, sd: null, sem: null };
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i]! - mean) ** 2;
  const sd = Math.sqrt(squares / (n - 1));
  return { n, mean, sd, sem: sd / Math.sqrt(n) };
}
