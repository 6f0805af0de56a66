import { Random } from "@evenodds/core";

/** Mean, standard deviation (n − 1) and standard error of the mean. */
export function describe(values: readonly number[]): { mean: number; sd: number; sem: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  return { mean, sd, sem: sd / Math.sqrt(values.length) };
}

/**
 * Two-sided p-value of paired differences under the hypothesis that each is as likely with the other sign: the share of
 * 10,000 random sign patterns with a mean at least as far from 0, the observed one included.
 */
export function signFlipPValue(differences: readonly number[], random: Random): number {
  const draws = 10_000;
  const sum = Math.abs(differences.reduce((total, value) => total + value, 0));
  let asFar = 0;
  for (let draw = 0; draw < draws; draw++) {
    let flipped = 0;
    for (const value of differences) flipped += random.uniform() < 0.5 ? value : -value;
    if (Math.abs(flipped) >= sum - 1e-12) asFar++;
  }
  return (1 + asFar) / (1 + draws);
}
