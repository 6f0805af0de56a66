/** Wald's boundaries for the error rates 0.05 and 0.20, which are its defaults. */
const upper = Math.log((1 - 0.2) / 0.05);
const lower = Math.log(0.2 / (1 - 0.05));

/**
 * What vfairness' `FairnessDriftDetector.run_sprt` says of a stream of values of a metric: the log-likelihood ratio of
 * two normal means, with the standard deviation of the whole stream, value by value until it leaves Wald's boundaries.
 * Null for fewer than three values and for values that are all the same.
 *
 * Source: vfairness 0.2.0, `vfairness/operations/monitoring/drift.py`.
 */
export function vfairnessSprt(
  stream: readonly number[],
  { nullValue, alternative }: { readonly nullValue: number; readonly alternative: number },
): "drift" | "stable" | "continue" | null {
  if (stream.length <= 2) return null;
  const mean = stream.reduce((sum, value) => sum + value, 0) / stream.length;
  const sigma = Math.sqrt(stream.reduce((sum, value) => sum + (value - mean) ** 2, 0) / stream.length);
  const span = Math.max(...stream) - Math.min(...stream);
  const scale = Math.max(...stream.map(Math.abs), Math.abs(nullValue), Math.abs(alternative), 1);
  if (span <= 1e-12 * scale) return null;
  let log = 0;
  for (const value of stream) {
    log += -0.5 * ((value - alternative) / sigma) ** 2 + 0.5 * ((value - nullValue) / sigma) ** 2;
    if (log >= upper) return "drift";
    if (log <= lower) return "stable";
  }
  return "continue";
}
