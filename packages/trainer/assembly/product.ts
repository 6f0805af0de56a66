/**
 * out = a b for `a [rows, k]`, `b [k, m]`; `out [rows, m]`, all f32 and given as addresses. Blocks of four rows and
 * eight columns stay in registers; sums over k are taken in their order.
 */
export function product(a: usize, b: usize, out: usize, rows: u32, k: u32, m: u32): void {
  const aStride: usize = (<usize>k) << 2;
  const bStride: usize = (<usize>m) << 2;
  const blocks = bStride & ~31;
  let row: u32 = 0;
  for (; row + 4 <= rows; row += 4) {
    const left = a + <usize>row * aStride;
    const target = out + <usize>row * bStride;
    for (let at: usize = 0; at < blocks; at += 32) {
      multiplyFour(left, left + aStride, b + at, target + at, aStride, bStride);
    }
    for (let i: usize = 0; i < 4; i++) {
      multiplyRest(left + i * aStride, b, target + i * bStride, aStride, bStride, blocks);
    }
  }
  for (; row < rows; row++) {
    multiplyRest(a + <usize>row * aStride, b, out + <usize>row * bStride, aStride, bStride, 0);
  }
}

/** Eight columns of four rows. */
function multiplyFour(a: usize, end: usize, b: usize, out: usize, aStride: usize, bStride: usize): void {
  const zero = f32x4.splat(0);
  let s0 = zero;
  let s1 = zero;
  let t0 = zero;
  let t1 = zero;
  let u0 = zero;
  let u1 = zero;
  let w0 = zero;
  let w1 = zero;
  const second = aStride;
  const third = aStride + aStride;
  const fourth = third + aStride;
  for (; a < end; a += 4) {
    const b0 = v128.load(b, 0);
    const b1 = v128.load(b, 16);
    let x = v128.load_splat<f32>(a);
    s0 = f32x4.add(s0, f32x4.mul(x, b0));
    s1 = f32x4.add(s1, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a + second);
    t0 = f32x4.add(t0, f32x4.mul(x, b0));
    t1 = f32x4.add(t1, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a + third);
    u0 = f32x4.add(u0, f32x4.mul(x, b0));
    u1 = f32x4.add(u1, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a + fourth);
    w0 = f32x4.add(w0, f32x4.mul(x, b0));
    w1 = f32x4.add(w1, f32x4.mul(x, b1));
    b += bStride;
  }
  v128.store(out, s0, 0);
  v128.store(out, s1, 16);
  out += bStride;
  v128.store(out, t0, 0);
  v128.store(out, t1, 16);
  out += bStride;
  v128.store(out, u0, 0);
  v128.store(out, u1, 16);
  out += bStride;
  v128.store(out, w0, 0);
  v128.store(out, w1, 16);
}

/** The columns of one row from byte `at` on. */
function multiplyRest(a: usize, b: usize, out: usize, aStride: usize, bStride: usize, at: usize): void {
  const end = a + aStride;
  for (; at + 16 <= bStride; at += 16) {
    let sum = f32x4.splat(0);
    let from = b + at;
    for (let x = a; x < end; x += 4) {
      sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(x), v128.load(from)));
      from += bStride;
    }
    v128.store(out + at, sum);
  }
  for (; at < bStride; at += 4) {
    let sum: f32 = 0;
    let from = b + at;
    for (let x = a; x < end; x += 4) {
      sum += load<f32>(x) * load<f32>(from);
      from += bStride;
    }
    store<f32>(out + at, sum);
  }
}
