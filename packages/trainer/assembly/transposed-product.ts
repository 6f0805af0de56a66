/** Rows that are added in one go: their part of both matrices stays in the cache while it is used again and again. */
const chunk: u32 = 64;

/**
 * out = aᵀ b for `a [rows, k]`, `b [rows, m]`; `out [k, m]`, all f32 and given as addresses. Neither matrix is
 * transposed first: both are read row by row. Sums over rows are taken in their order.
 */
export function transposedProduct(a: usize, b: usize, out: usize, rows: u32, k: u32, m: u32): void {
  memory.fill(out, 0, (<usize>k * <usize>m) << 2);
  const aStride: usize = (<usize>k) << 2;
  const bStride: usize = (<usize>m) << 2;
  for (let start: u32 = 0; start < rows; start += chunk) {
    const end = min(start + chunk, rows);
    const aFirst = a + <usize>start * aStride;
    const bFirst = b + <usize>start * bStride;
    const count = end - start;
    let i: u32 = 0;
    for (; i + 4 <= k; i += 4) {
      const aColumn = aFirst + ((<usize>i) << 2);
      const target = out + <usize>i * bStride;
      let c: u32 = 0;
      for (; c + 8 <= m; c += 8) {
        block4x8(aColumn, bFirst + ((<usize>c) << 2), target + ((<usize>c) << 2), count, aStride, bStride);
      }
      for (; c < m; c++) {
        block4x1(aColumn, bFirst + ((<usize>c) << 2), target + ((<usize>c) << 2), count, aStride, bStride);
      }
    }
    for (; i < k; i++) {
      const aColumn = aFirst + ((<usize>i) << 2);
      const target = out + <usize>i * bStride;
      let c: u32 = 0;
      for (; c + 4 <= m; c += 4) {
        block1x4(aColumn, bFirst + ((<usize>c) << 2), target + ((<usize>c) << 2), count, aStride, bStride);
      }
      for (; c < m; c++) {
        block1x1(aColumn, bFirst + ((<usize>c) << 2), target + ((<usize>c) << 2), count, aStride, bStride);
      }
    }
  }
}

function block4x8(a: usize, b: usize, out: usize, count: u32, aStride: usize, bStride: usize): void {
  let s0 = v128.load(out, 0);
  let s1 = v128.load(out, 16);
  const out1 = out + bStride;
  let t0 = v128.load(out1, 0);
  let t1 = v128.load(out1, 16);
  const out2 = out1 + bStride;
  let u0 = v128.load(out2, 0);
  let u1 = v128.load(out2, 16);
  const out3 = out2 + bStride;
  let w0 = v128.load(out3, 0);
  let w1 = v128.load(out3, 16);
  for (let row: u32 = 0; row < count; row++) {
    const b0 = v128.load(b, 0);
    const b1 = v128.load(b, 16);
    let x = v128.load_splat<f32>(a, 0);
    s0 = f32x4.add(s0, f32x4.mul(x, b0));
    s1 = f32x4.add(s1, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a, 4);
    t0 = f32x4.add(t0, f32x4.mul(x, b0));
    t1 = f32x4.add(t1, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a, 8);
    u0 = f32x4.add(u0, f32x4.mul(x, b0));
    u1 = f32x4.add(u1, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a, 12);
    w0 = f32x4.add(w0, f32x4.mul(x, b0));
    w1 = f32x4.add(w1, f32x4.mul(x, b1));
    a += aStride;
    b += bStride;
  }
  v128.store(out, s0, 0);
  v128.store(out, s1, 16);
  v128.store(out1, t0, 0);
  v128.store(out1, t1, 16);
  v128.store(out2, u0, 0);
  v128.store(out2, u1, 16);
  v128.store(out3, w0, 0);
  v128.store(out3, w1, 16);
}

/** Four rows of one column of the result: the four entries of `a` lie side by side. */
function block4x1(a: usize, b: usize, out: usize, count: u32, aStride: usize, bStride: usize): void {
  let sum = f32x4.splat(0);
  for (let row: u32 = 0; row < count; row++) {
    sum = f32x4.add(sum, f32x4.mul(v128.load(a), v128.load_splat<f32>(b)));
    a += aStride;
    b += bStride;
  }
  store<f32>(out, load<f32>(out) + f32x4.extract_lane(sum, 0));
  out += bStride;
  store<f32>(out, load<f32>(out) + f32x4.extract_lane(sum, 1));
  out += bStride;
  store<f32>(out, load<f32>(out) + f32x4.extract_lane(sum, 2));
  out += bStride;
  store<f32>(out, load<f32>(out) + f32x4.extract_lane(sum, 3));
}

function block1x4(a: usize, b: usize, out: usize, count: u32, aStride: usize, bStride: usize): void {
  let sum = v128.load(out);
  for (let row: u32 = 0; row < count; row++) {
    sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(a), v128.load(b)));
    a += aStride;
    b += bStride;
  }
  v128.store(out, sum);
}

function block1x1(a: usize, b: usize, out: usize, count: u32, aStride: usize, bStride: usize): void {
  let sum = load<f32>(out);
  for (let row: u32 = 0; row < count; row++) {
    sum += load<f32>(a) * load<f32>(b);
    a += aStride;
    b += bStride;
  }
  store<f32>(out, sum);
}
