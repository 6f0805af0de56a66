import { exponential } from "./exponential";

/**
 * Copies `bytes` bytes of every row, which are `stride` apart in `x`, into `slice` side by side, and returns `slice`.
 */
export function copySlice(x: usize, slice: usize, nodes: u32, stride: usize, bytes: usize): usize {
  for (let n: u32 = 0; n < nodes; n++) memory.copy(slice + <usize>n * bytes, x + <usize>n * stride, bytes);
  return slice;
}

/**
 * Writes the nodes that node n attends to, as u32: n itself, then the others between `first` and `last` in their order;
 * arcs from n to itself are left out. Returns the number of bytes written.
 */
export function listNeighbours(n: u32, first: usize, last: usize, list: usize): usize {
  store<u32>(list, n);
  let end: usize = 4;
  for (let arc = first; arc < last; arc += 4) {
    const m = load<u32>(arc);
    store<u32>(list + end, m);
    end += m === n ? 0 : 4;
  }
  return end;
}

export function leakyRelu(value: f32, slope: f32): f32 {
  return value > 0 ? value : slope * value;
}

/**
 * Replaces the f32 values in `end` bytes by exp(value − largest), `largest` at least as large as all, and returns their
 * sum. There has to be room for whole blocks of four.
 */
export function exponentials(values: usize, end: usize, largest: f32): f32 {
  for (let at = end; at & 15; at += 4) store<f32>(values + at, -Infinity);
  const shift = f32x4.splat(largest);
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const power = exponential(f32x4.sub(v128.load(values + at), shift));
    v128.store(values + at, power);
    sum = f32x4.add(sum, power);
  }
  return sumOfLanes(sum);
}

/** Σ a · b over `bytes` bytes of f32. */
export function dot(a: usize, b: usize, bytes: usize): f32 {
  let four = f32x4.splat(0);
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) four = f32x4.add(four, f32x4.mul(v128.load(a + at), v128.load(b + at)));
  let sum = sumOfLanes(four);
  for (; at < bytes; at += 4) sum += load<f32>(a + at) * load<f32>(b + at);
  return sum;
}

/** out += factor · x over `bytes` bytes of f32. */
export function addScaled(out: usize, factor: f32, x: usize, bytes: usize): void {
  const factor4 = f32x4.splat(factor);
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) {
    v128.store(out + at, f32x4.add(v128.load(out + at), f32x4.mul(factor4, v128.load(x + at))));
  }
  for (; at < bytes; at += 4) store<f32>(out + at, load<f32>(out + at) + factor * load<f32>(x + at));
}

export function sumOfLanes(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}
