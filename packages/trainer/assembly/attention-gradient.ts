import { addScaled, copySlice, dot, exponentials, leakyRelu, listNeighbours, sumOfLanes } from "./attention-parts";

/**
 * The gradients of {@link attention}, from its `scores` and `records` and the gradient `dy` by its result y. With
 * u[n, m] = source · h[m] + target · h[n] in each head:
 *
 *     du[n, m]  = α[n, m] · (dy[n] · h[m] − dy[n] · y[n]) · (u[n, m] > 0 ? 1 : slope)
 *     ds[m]     = Σ over n of du[n, m],   dt[n] = Σ over m of du[n, m]
 *     dh[m]     = Σ over n of α[n, m] · dy[n] + ds[m] · source + dt[m] · target
 *     dsource   = Σ over m of ds[m] · h[m],   dtarget = Σ over n of dt[n] · h[n]
 *
 * `pointer` and `column` list, for each m, the n that attend to it: the transpose of the rows of {@link attention}.
 * `changes`: f32 `[nodes]`, room for dt. `work`: `room` u32 and twice `room` f32. A `dsource` of 0 leaves out both that
 * and `dtarget`. α is computed again: what a row needs of another node are its row of `dy` and a few numbers.
 */
export function attentionGradient(
  h: usize,
  source: usize,
  target: usize,
  y: usize,
  dy: usize,
  scores: usize,
  records: usize,
  dh: usize,
  dsource: usize,
  dtarget: usize,
  changes: usize,
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
  const products = weights + ((<usize>room) << 2);
  if (dsource) {
    memory.fill(dsource, 0, stride);
    memory.fill(dtarget, 0, stride);
  }
  for (let k: u32 = 0; k < heads; k++) {
    const upstream = heads > 1 ? copySlice(dy, slice, nodes, stride, bytes) : dy;
    writeProducts(upstream, y, records, nodes, stride, bytes);
    memory.fill(changes, 0, (<usize>nodes) << 2);
    let x = h;
    let dx = dh;
    let first = column;
    for (let n: u32 = 0; n < nodes; n++) {
      const last = column + ((<usize>load<u32>(pointer + ((<usize>n) << 2), 4)) << 2);
      const end = listNeighbours(n, first, last, work);
      const own = load<f32>(scores + ((<usize>n) << 2));
      writeWeights(own, records, work, weights, end, slope);
      sumAndMultiply(upstream, x, dx, work, weights, products, end, bytes);
      const ds = changeScores(own, records, changes, work, weights, products, end, slope);
      addScaled(dx, ds, source, bytes);
      if (dsource) addScaled(dsource, ds, x, bytes);
      first = last;
      x += stride;
      dx += stride;
    }
    addChanges(h, target, dh, dsource ? dtarget : 0, changes, nodes, stride, bytes);
    h += bytes;
    y += bytes;
    dy += bytes;
    dh += bytes;
    source += bytes;
    target += bytes;
    if (dsource) dsource += bytes;
    dtarget += bytes;
    scores += (<usize>nodes) << 2;
    records += (<usize>nodes) << 4;
  }
}

/** Writes dy · y of every node into its record. */
function writeProducts(dy: usize, y: usize, records: usize, nodes: u32, stride: usize, bytes: usize): void {
  for (let n: u32 = 0; n < nodes; n++) {
    store<f32>(records, dot(dy, y, bytes), 12);
    dy += bytes;
    y += stride;
    records += 16;
  }
}

/** Writes α of the listed nodes. */
function writeWeights(own: f32, records: usize, list: usize, weights: usize, end: usize, slope: f32): void {
  for (let i: usize = 0; i < end; i += 4) {
    const record = records + ((<usize>load<u32>(list + i)) << 4);
    store<f32>(weights + i, leakyRelu(load<f32>(record) + own, slope) - load<f32>(record, 4));
  }
  exponentials(weights, end, 0);
  for (let i: usize = 0; i < end; i += 4) {
    const record = records + ((<usize>load<u32>(list + i)) << 4);
    store<f32>(weights + i, load<f32>(weights + i) * load<f32>(record, 8));
  }
}

/** out = Σ over the listed nodes of weight · dy, and product = h · dy of each, for rows of `bytes` bytes. */
function sumAndMultiply(
  dy: usize,
  h: usize,
  out: usize,
  list: usize,
  weights: usize,
  products: usize,
  end: usize,
  bytes: usize,
): void {
  memory.fill(products, 0, end);
  let at: usize = 0;
  for (; at + 64 <= bytes; at += 64) {
    const h0 = v128.load(h + at, 0);
    const h1 = v128.load(h + at, 16);
    const h2 = v128.load(h + at, 32);
    const h3 = v128.load(h + at, 48);
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let i: usize = 0; i < end; i += 4) {
      const weight = v128.load_splat<f32>(weights + i);
      const row = dy + at + <usize>load<u32>(list + i) * bytes;
      let value = v128.load(row, 0);
      a = f32x4.add(a, f32x4.mul(weight, value));
      let product = f32x4.mul(h0, value);
      value = v128.load(row, 16);
      b = f32x4.add(b, f32x4.mul(weight, value));
      product = f32x4.add(product, f32x4.mul(h1, value));
      value = v128.load(row, 32);
      c = f32x4.add(c, f32x4.mul(weight, value));
      product = f32x4.add(product, f32x4.mul(h2, value));
      value = v128.load(row, 48);
      d = f32x4.add(d, f32x4.mul(weight, value));
      product = f32x4.add(product, f32x4.mul(h3, value));
      store<f32>(products + i, load<f32>(products + i) + sumOfLanes(product));
    }
    v128.store(out + at, a, 0);
    v128.store(out + at, b, 16);
    v128.store(out + at, c, 32);
    v128.store(out + at, d, 48);
  }
  for (; at + 16 <= bytes; at += 16) {
    const own = v128.load(h + at);
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < end; i += 4) {
      const value = v128.load(dy + at + <usize>load<u32>(list + i) * bytes);
      sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(weights + i), value));
      store<f32>(products + i, load<f32>(products + i) + sumOfLanes(f32x4.mul(own, value)));
    }
    v128.store(out + at, sum);
  }
  for (; at < bytes; at += 4) {
    const own = load<f32>(h + at);
    let sum: f32 = 0;
    for (let i: usize = 0; i < end; i += 4) {
      const value = load<f32>(dy + at + <usize>load<u32>(list + i) * bytes);
      sum += load<f32>(weights + i) * value;
      store<f32>(products + i, load<f32>(products + i) + own * value);
    }
    store<f32>(out + at, sum);
  }
}

/** Adds du to dt of the listed nodes, and returns ds. */
function changeScores(
  own: f32,
  records: usize,
  changes: usize,
  list: usize,
  weights: usize,
  products: usize,
  end: usize,
  slope: f32,
): f32 {
  let total: f32 = 0;
  for (let i: usize = 0; i < end; i += 4) {
    const n = <usize>load<u32>(list + i);
    const record = records + (n << 4);
    const factor: f32 = load<f32>(record) + own > 0 ? 1 : slope;
    const change = load<f32>(weights + i) * (load<f32>(products + i) - load<f32>(record, 12)) * factor;
    store<f32>(changes + (n << 2), load<f32>(changes + (n << 2)) + change);
    total += change;
  }
  return total;
}

/** Carries dt on to `dh` and, unless it is 0, to `dtarget`, for one head. */
function addChanges(
  h: usize,
  target: usize,
  dh: usize,
  dtarget: usize,
  changes: usize,
  nodes: u32,
  stride: usize,
  bytes: usize,
): void {
  for (let n: u32 = 0; n < nodes; n++) {
    const dt = load<f32>(changes + ((<usize>n) << 2));
    addScaled(dh, dt, target, bytes);
    if (dtarget) addScaled(dtarget, dt, h, bytes);
    h += stride;
    dh += stride;
  }
}
