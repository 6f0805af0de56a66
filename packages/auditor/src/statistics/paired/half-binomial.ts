import type { Random } from "@evenodds/core";
import { logFactorial } from "../log-factorial.js";

/** Chances below this part of the largest one are never drawn: all of them together are below 1e-18. */
const negligible = 1e-22;

/**
 * Heads among `tosses` of a fair coin, drawn with one uniform number and a search in a table of about 20 standard
 * deviations: a million tosses cost what ten do.
 */
export class HalfBinomial {
  readonly #first: number;
  readonly #cumulative: Float64Array;

  constructor(readonly tosses: number) {
    const mode = Math.floor(tosses / 2);
    const down = [1];
    for (let k = mode; k > 0 && down.at(-1)! > negligible; k--) down.push(down.at(-1)! * (k / (tosses - k + 1)));
    const up: number[] = [];
    for (let k = mode, weight = 1; k < tosses; k++) {
      weight *= (tosses - k) / (k + 1);
      if (weight <= negligible) break;
      up.push(weight);
    }
    this.#first = mode - down.length + 1;
    const weights = Float64Array.from([...down.reverse(), ...up]);
    for (let i = 1; i < weights.length; i++) weights[i]! += weights[i - 1]!;
    const sum = weights.at(-1)!;
    this.#cumulative = weights.map((weight) => weight / sum);
  }

  /** Draws a number of heads. */
  draw(random: Random): number {
    const wanted = random.uniform();
    let [low, high] = [0, this.#cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulative[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return this.#first + low;
  }
}

/** Returns the probability of at most `heads` heads among `tosses` of a fair coin; 1 without a toss. */
export function fewHeads(heads: number, tosses: number): number {
  if (heads >= tosses) return 1;
  const last = logFactorial(tosses) - logFactorial(heads) - logFactorial(tosses - heads) - tosses * Math.LN2;
  let [sum, weight] = [1, 1];
  for (let k = heads; k > 0; k--) {
    weight *= k / (tosses - k + 1);
    sum += weight;
    if (weight < sum * 1e-17) break;
  }
  return Math.min(1, Math.exp(last) * sum);
}
