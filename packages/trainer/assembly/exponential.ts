/** 1 / log 2. */
const inverseLog2: f32 = 1.4426950408889634;
/** log 2 in two parts: the first has so few digits that its product with a small whole number is exact. */
const log2High: f32 = 0.693359375;
const log2Low: f32 = -2.1219444005469057e-4;
/** Where e^x stops being a normal f32. */
const least: f32 = -87.33654;

/**
 * eˣ in four lanes for x ≤ 0, and 0 below −87.3. With x = n log 2 + r, |r| ≤ log 2 / 2, it is 2ⁿ times the Taylor
 * polynomial of degree 7 of eʳ, whose remainder is below 1e-8; rounding gives about 1e-7 relative. The same bits on
 * every machine.
 */
export function exponential(x: v128): v128 {
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(inverseLog2)));
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(log2High)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(log2Low)));
  let sum = f32x4.splat(1.0 / 5040.0);
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 720.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 120.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 24.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 6.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  // A NaN is not less than anything, so it is kept.
  return v128.andnot(f32x4.mul(sum, power), f32x4.lt(x, f32x4.splat(least)));
}
