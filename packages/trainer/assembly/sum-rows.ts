/** out[c] = Σ over rows of x[row, c], for `x [rows, width]`, `out [width]`, f32 and given as addresses. */
export function sumRows(x: usize, out: usize, rows: u32, width: u32): void {
  const stride: usize = (<usize>width) << 2;
  const fours = stride & ~15;
  memory.fill(out, 0, stride);
  for (let row: u32 = 0; row < rows; row++) {
    let at: usize = 0;
    for (; at < fours; at += 16) v128.store(out + at, f32x4.add(v128.load(out + at), v128.load(x + at)));
    for (; at < stride; at += 4) store<f32>(out + at, load<f32>(out + at) + load<f32>(x + at));
    x += stride;
  }
}
