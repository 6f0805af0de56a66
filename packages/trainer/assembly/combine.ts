/**
 * out = a + b + c + bias in every row, and with `relu` the larger of that and 0; `a`, `b`, `c`, `out`: f32
 * `[rows, width]`, `bias`: f32 `[width]`, all as addresses. A `b` or `c` of 0 is left out.
 */
export function combine(a: usize, b: usize, c: usize, bias: usize, out: usize, rows: u32, width: u32, relu: u32): void {
  const least = f32x4.splat(relu ? 0 : -Infinity);
  const whole = (<usize>(width & ~3)) << 2;
  const stride: usize = (<usize>width) << 2;
  for (let row: u32 = 0; row < rows; row++) {
    const start = <usize>row * stride;
    let at: usize = 0;
    for (; at < whole; at += 16) {
      const place = start + at;
      let sum = f32x4.add(v128.load(a + place), v128.load(bias + at));
      if (b) sum = f32x4.add(sum, v128.load(b + place));
      if (c) sum = f32x4.add(sum, v128.load(c + place));
      v128.store(out + place, f32x4.max(sum, least));
    }
    for (; at < stride; at += 4) {
      const place = start + at;
      let sum: f32 = load<f32>(a + place) + load<f32>(bias + at);
      if (b) sum += load<f32>(b + place);
      if (c) sum += load<f32>(c + place);
      store<f32>(out + place, relu ? max<f32>(sum, 0) : sum);
    }
  }
}
