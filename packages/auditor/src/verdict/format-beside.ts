/**
 * Returns `value` with three decimals, or as many more as it takes to see on which side of `limit` it lies: 0.0501
 * beside 0.05 is never printed as "0.050".
 */
export function formatBeside(value: number, limit: number): string {
  for (let digits = 3; digits <= 17; digits++) {
    const text = value.toFixed(digits);
    if (Math.sign(Number(text) - limit) === Math.sign(value - limit)) return text;
  }
  return String(value);
}
