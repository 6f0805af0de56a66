/**
 * y = bit ? scale · max(x, 0) : 0 for `size` f32 values. `bits`: i32, eight bits in each element, the lowest first. A
 * NaN stays NaN where its bit is 1.
 */
export function reluDropout(x: usize, bits: usize, y: usize, size: u32, scale: f32): void {
  const zero = f32x4.splat(0);
  const factor = f32x4.splat(scale);
  const low = i32x4(1, 2, 4, 8);
  const high = i32x4(16, 32, 64, 128);
  const whole = size & ~7;
  for (let at: u32 = 0; at < whole; at += 8) {
    const byte = v128.load_splat<u32>(bits + ((<usize>at) >> 1));
    const from = x + ((<usize>at) << 2);
    const to = y + ((<usize>at) << 2);
    const keepLow = i32x4.eq(v128.and(byte, low), low);
    const keepHigh = i32x4.eq(v128.and(byte, high), high);
    v128.store(to, v128.and(keepLow, f32x4.mul(factor, f32x4.max(v128.load(from), zero))));
    v128.store(to, v128.and(keepHigh, f32x4.mul(factor, f32x4.max(v128.load(from, 16), zero))), 16);
  }
  for (let at = whole; at < size; at++) {
    const value = load<f32>(x + ((<usize>at) << 2));
    const kept = (load<u32>(bits + (((<usize>at) >> 3) << 2)) >> (at & 7)) & 1;
    store<f32>(y + ((<usize>at) << 2), kept ? scale * max<f32>(value, 0) : 0);
  }
}

/** dx = y > 0 ? scale · dy : 0 for `size` f32 values. */
export function reluDropoutGradient(dy: usize, y: usize, dx: usize, size: u32, scale: f32): void {
  const zero = f32x4.splat(0);
  const factor = f32x4.splat(scale);
  const whole = size & ~3;
  for (let at: u32 = 0; at < whole; at += 4) {
    const place = (<usize>at) << 2;
    const positive = f32x4.gt(v128.load(y + place), zero);
    v128.store(dx + place, v128.and(positive, f32x4.mul(factor, v128.load(dy + place))));
  }
  for (let at = whole; at < size; at++) {
    const place = (<usize>at) << 2;
    store<f32>(dx + place, load<f32>(y + place) > 0 ? scale * load<f32>(dy + place) : 0);
  }
}
