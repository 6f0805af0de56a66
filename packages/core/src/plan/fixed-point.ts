/**
 * Bits of the sums of a step along arcs. A sum of numbers below 2^e(m) of which there are less than 2^e(n) is below
 * 2^(e(m) + e(n)); scaled by 2^k with k = 60 − e(m) − e(n), it is below 2^60, which leaves room in 64 bits for the
 * rounding of each number.
 */
const sumBits = 60;

/** Returns the smallest whole number e with |value| < 2^e. `value` is finite and not 0. */
export function boundExponent(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const exponent = (view.getUint32(0) >>> 20) & 0x7ff;
  // Below 2^-1022 the leading bit is not implied; no product of two float32 is that small.
  return exponent === 0 ? boundExponent(value * 2 ** 64) - 64 : exponent - 1022;
}

/**
 * Returns k, so that numbers are added up as the whole numbers `roundHalfEven(number · 2^k)` of 64 bits, in any order,
 * without a sum that is too large: `k = 60 − e(largest) − e(count)` with e as of {@link boundExponent}. `largest` is
 * the largest absolute number that is added, `count` how many there are of them in one sum, or the sum of their
 * weights. 0 where either is 0: then all sums are 0.
 */
export function sumScale({ largest, count }: { readonly largest: number; readonly count: number }): number {
  if (largest === 0 || count === 0) return 0;
  return sumBits - boundExponent(largest) - boundExponent(count);
}

/** Numbers from here on are whole. */
const whole = 2 ** 52;

/** Returns the whole number that is nearest, the even one of two. */
export function roundHalfEven(value: number): number {
  if (!(Math.abs(value) < whole)) return value;
  const shift = value < 0 ? -whole : whole;
  return value + shift - shift;
}
