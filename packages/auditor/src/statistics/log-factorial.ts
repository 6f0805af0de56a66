const tableSize = 1024;

const table = new Float64Array(tableSize);
for (let n = 2; n < tableSize; n++) table[n] = table[n - 1]! + Math.log(n);

const halfLogTwoPi = Math.log(2 * Math.PI) / 2;

/**
 * Returns `ln n!` for a whole n ≥ 0: summed logarithms below 1024, Stirling's series from there on, whose first omitted
 * term is below 1e-18.
 */
export function logFactorial(n: number): number {
  if (n < tableSize) return table[n]!;
  const inverse = 1 / n;
  const square = inverse * inverse;
  return (n + 0.5) * Math.log(n) - n + halfLogTwoPi + inverse * (1 / 12 - square * (1 / 360 - square / 1260));
}
