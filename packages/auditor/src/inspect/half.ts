/** The largest number of a float16. */
export const largestHalf = 65504;

/** Returns the number that the 16 bits of a float16 stand for. */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * Returns the 16 bits of the float16 that is nearest to a number, the even one of two that are equally near; infinite
 * from 65,520 on. Source: IEEE 754-2019, section 4.3.1.
 */
export function numberToHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  // Below 2^-14 the steps are as wide as there.
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = toEven(size * 2 ** (10 - exponent));
  // Rounding up may reach the next power of two, whose fraction is 0: adding the numbers carries over.
  return sign | (exponent === -14 ? steps : ((exponent + 14) << 10) + steps);
}

function toEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
