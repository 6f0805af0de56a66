/** 1 / ln 2, and ln 2 as the sum of a number with zeros at its end, so that small multiples are exact, and the rest. */
const [perLn2, ln2High, ln2Low] = [1.4426950408889634, 0.6931471803691238, 1.9082149292705877e-10] as const;

/** 1.5 · 2^52: a number that is added to it and taken away again is rounded to a whole one, half to even. */
const rounder = 6755399441055744;

/** 1 / 13!, 1 / 12!, …, 1 / 0!, rounded once each. */
const coefficients = Array.from({ length: 14 }, (_, i) => 1 / factorial(13 - i));

/** Below it, e^x rounds to 0 in float32. */
const least = -104;

/**
 * Returns e^x as a float32, for x ≤ 0. Every step is one addition or multiplication in float64, none of them fused, so
 * that all machines and languages give the same bits; it is within one unit of the last place of e^x.
 *
 * `n = round(x / ln 2)`, `r = (x − n · high) − n · low`, a polynomial of degree 13 of r by Horner's rule, times 2^n.
 */
export function exactExp(x: number): number {
  if (x < least) return 0;
  const n = x * perLn2 + rounder - rounder;
  const r = x - n * ln2High - n * ln2Low;
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * r + coefficient;
  return Math.fround(sum * 2 ** n);
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
