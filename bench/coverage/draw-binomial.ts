import type { Random } from "@evenodds/core";

/** Draws how many of `n` trials succeed with probability `p`, in (0, 1): inversion, walking outwards from the mode. */
export function drawBinomial(random: Random, { n, p }: { readonly n: number; readonly p: number }): number {
  if (n === 0) return 0;
  const odds = p / (1 - p);
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const choices = logFactorial(n) - logFactorial(mode) - logFactorial(n - mode);
  const log = choices + mode * Math.log(p) + (n - mode) * Math.log(1 - p);
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

const logFactorials = [0];

/** `ln n!`, every one computed once. */
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push(logFactorials[i - 1]! + Math.log(i));
  return logFactorials[n]!;
}
