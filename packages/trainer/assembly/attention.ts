import { copySlice, dot, exponentials, leakyRelu, listNeighbours } from "./attention-parts";

/**
 * y[n, k] = Σ over m of α[n, m, k] · h[m, k], for each head k of `width` columns, over m = n once and the m ≠ n in row
 * n; α is the softmax over these m of LeakyReLU(source[k] · h[m, k] + target[k] · h[n, k]), from which the largest is
 * subtracted first.
 *
 * `h`, `y`: f32 `[nodes, heads, width]`; `source`, `target`: f32 `[heads, width]`; `pointer`: i32 `[nodes + 1]`;
 * `column`: i32 `[arcs]`; all given as addresses. What the gradient needs goes into `scores`, f32 `[heads, nodes]`,
 * source · h, and `records`, f32 `[heads, nodes, 4]`: target · h, the largest value under the softmax, 1 / Σ exp(value
 * − largest), and a place that is left alone. `work`: `room` u32 and then `room` f32, `room` a multiple of four and
 * larger than every row.
 *
 * Heads are gone through one by one, each on a copy of its columns in `slice`, f32 `[nodes, width]`, which one head
 * alone does not need: what is picked from there at random lies closer together than in h.
 */
export function attention(
  h: usize,
  source: usize,
  target: usize,
  y: usize,
  scores: usize,
  records: usize,
  slice: usize,
  work: usize,
  pointer: usize,
  column: usize,
  nodes: u32,
  heads: u32,
  width: u32,
  slope: f32,
  room: u32,
): void {
  const bytes: usize = (<usize>width) << 2;
  const stride = <usize>heads * bytes;
  const weights = work + ((<usize>room) << 2);
  for (let k: u32 = 0; k < heads; k++) {
    const own = heads > 1 ? copySlice(h, slice, nodes, stride, bytes) : h;
    writeScores(own, source, target, scores, records, nodes, bytes);
    let out = y;
    let first = column;
    for (let n: u32 = 0; n < nodes; n++) {
      const last = column + ((<usize>load<u32>(pointer + ((<usize>n) << 2), 4)) << 2);
      const end = listNeighbours(n, first, last, work);
      const record = records + ((<usize>n) << 4);
      const largest = writeValues(load<f32>(record), scores, work, weights, end, slope);
      const inverse: f32 = 1 / exponentials(weights, end, largest);
      store<f32>(record, largest, 4);
      store<f32>(record, inverse, 8);
      weightedSum(own, out, work, weights, end, bytes, inverse);
      first = last;
      out += stride;
    }
    h += bytes;
    y += bytes;
    source += bytes;
    target += bytes;
    scores += (<usize>nodes) << 2;
    records += (<usize>nodes) << 4;
  }
}

/** Writes source · h and target · h of every node for one head. */
function writeScores(
  h: usize,
  source: usize,
  target: usize,
  scores: usize,
  records: usize,
  nodes: u32,
  bytes: usize,
): void {
  for (let n: u32 = 0; n < nodes; n++) {
    store<f32>(scores, dot(h, source, bytes));
    store<f32>(records, dot(h, target, bytes));
    h += bytes;
    scores += 4;
    records += 16;
  }
}

/** Writes LeakyReLU(score + own) of the listed nodes, and returns the largest. */
function writeValues(own: f32, scores: usize, list: usize, values: usize, end: usize, slope: f32): f32 {
  let largest: f32 = -Infinity;
  for (let i: usize = 0; i < end; i += 4) {
    const value = leakyRelu(own + load<f32>(scores + ((<usize>load<u32>(list + i)) << 2)), slope);
    if (value > largest) largest = value;
    store<f32>(values + i, value);
  }
  return largest;
}

/** out = scale · Σ over the listed nodes of weight · h, for rows of `bytes` bytes. */
function weightedSum(h: usize, out: usize, list: usize, weights: usize, end: usize, bytes: usize, scale: f32): void {
  const scale4 = f32x4.splat(scale);
  let at: usize = 0;
  for (; at + 64 <= bytes; at += 64) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let i: usize = 0; i < end; i += 4) {
      const weight = v128.load_splat<f32>(weights + i);
      const row = h + at + <usize>load<u32>(list + i) * bytes;
      a = f32x4.add(a, f32x4.mul(weight, v128.load(row, 0)));
      b = f32x4.add(b, f32x4.mul(weight, v128.load(row, 16)));
      c = f32x4.add(c, f32x4.mul(weight, v128.load(row, 32)));
      d = f32x4.add(d, f32x4.mul(weight, v128.load(row, 48)));
    }
    v128.store(out + at, f32x4.mul(scale4, a), 0);
    v128.store(out + at, f32x4.mul(scale4, b), 16);
    v128.store(out + at, f32x4.mul(scale4, c), 32);
    v128.store(out + at, f32x4.mul(scale4, d), 48);
  }
  for (; at + 16 <= bytes; at += 16) {
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < end; i += 4) {
      const row = h + at + <usize>load<u32>(list + i) * bytes;
      sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(weights + i), v128.load(row)));
    }
    v128.store(out + at, f32x4.mul(scale4, sum));
  }
  for (; at < bytes; at += 4) {
    let sum: f32 = 0;
    for (let i: usize = 0; i < end; i += 4) {
      sum += load<f32>(weights + i) * load<f32>(h + at + <usize>load<u32>(list + i) * bytes);
    }
    store<f32>(out + at, scale * sum);
  }
}
