import type { Random } from "@evenodds/core";

/** Draws how many of `n` trials succeed with probability `p`, in (0, 1): inversion, walking outwards from the mode. */
export function drawBinomial(random: Random, { n, p }: { readonly n: number; readonly p: number }): number {
  if (n === 0) return 0;
  const odds = p / (1 - p);
  const mode = Math.min(n, Math.floor((n + 1) * p));
  let log = mode * Math.log(p) + (n - mode) * Math.log(1 - p);
  for (let i = 1; i <= Math.min(mode, n - mode); i++) log += Math.log((n - Math.min(mode, n - mode) + i) / i);
  let [up, down] = [mode, mode];
  let atUp = Math.exp(log);
  let atDown = atUp;
  let left = random.uniform() - atUp;
  while (left >= 0 && (atUp > 0 || atDown > 0)) {
    atUp *= ((n - up) / (up + 1)) * odds;
    up++;
    left -= atUp;
    if (left < 0) return up;
    atDown *= down / ((n - down + 1) * odds);
    down--;
    left -= atDown;
    if (left < 0) return down;
  }
  return mode;
}
