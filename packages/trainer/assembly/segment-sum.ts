/**
 * out[n] = rowFactor[n] · (self · columnFactor[n] · h[n] + Σ over m in row n of columnFactor[m] · h[m])
 *
 * `h`, `out`: f32 `[nodes, width]`; `pointer`: i32 `[nodes + 1]`; `column`: i32 `[arcs]`; the factors: f32 `[nodes]`;
 * all given as addresses.
 */
export function segmentSum(
  h: usize,
  out: usize,
  pointer: usize,
  column: usize,
  rowFactor: usize,
  columnFactor: usize,
  self: f32,
  nodes: u32,
  width: u32,
): void {
  sumNeighbours<u8>(h, out, pointer, column, 0, rowFactor, columnFactor, self, nodes, width);
}

/**
 * The same with weights of arcs, `weight`: f32 `[arcs]` in the order of `column`: what comes from an arc is multiplied
 * by its weight.
 */
export function weightedSegmentSum(
  h: usize,
  out: usize,
  pointer: usize,
  column: usize,
  weight: usize,
  rowFactor: usize,
  columnFactor: usize,
  self: f32,
  nodes: u32,
  width: u32,
): void {
  sumNeighbours<f32>(h, out, pointer, column, weight - column, rowFactor, columnFactor, self, nodes, width);
}

/** By what an arc multiplies its source; where W is f32, its weight lies `toWeight` behind its place in `column`. */
function scaleOf<W>(arc: usize, m: usize, toWeight: usize, columnFactor: usize): f32 {
  const factor = load<f32>(columnFactor + (m << 2));
  return isFloat<W>() ? load<f32>(arc + toWeight) * factor : factor;
}

/** The same in all four lanes. */
function splatOf<W>(arc: usize, m: usize, toWeight: usize, columnFactor: usize): v128 {
  if (isFloat<W>()) return f32x4.splat(scaleOf<W>(arc, m, toWeight, columnFactor));
  return v128.load_splat<f32>(columnFactor + (m << 2));
}

/**
 * W is f32 where arcs have weights, u8 where they have none: one function for each, so that neither asks in its loops.
 * The neighbours of a node are gone through once for every sixteen columns, then for every four, then one by one: the
 * sum stays in registers, and what a neighbour's first columns bring into the cache serves the next ones.
 */
function sumNeighbours<W>(
  h: usize,
  out: usize,
  pointer: usize,
  column: usize,
  toWeight: usize,
  rowFactor: usize,
  columnFactor: usize,
  self: f32,
  nodes: u32,
  width: u32,
): void {
  const stride: usize = (<usize>width) << 2;
  let first = column;
  for (let n: u32 = 0; n < nodes; n++) {
    pointer += 4;
    const last = column + ((<usize>load<u32>(pointer)) << 2);
    const own = self * load<f32>(columnFactor + ((<usize>n) << 2));
    const own4 = f32x4.splat(own);
    const all = load<f32>(rowFactor + ((<usize>n) << 2));
    const all4 = f32x4.splat(all);
    const offset = <usize>n * stride;
    let at: usize = 0;
    for (; at + 64 <= stride; at += 64) {
      const start = h + at;
      const row = start + offset;
      let a = f32x4.mul(own4, v128.load(row, 0));
      let b = f32x4.mul(own4, v128.load(row, 16));
      let c = f32x4.mul(own4, v128.load(row, 32));
      let d = f32x4.mul(own4, v128.load(row, 48));
      for (let arc = first; arc < last; arc += 4) {
        const m: usize = load<u32>(arc);
        const scale = splatOf<W>(arc, m, toWeight, columnFactor);
        const source = start + m * stride;
        a = f32x4.add(a, f32x4.mul(scale, v128.load(source, 0)));
        b = f32x4.add(b, f32x4.mul(scale, v128.load(source, 16)));
        c = f32x4.add(c, f32x4.mul(scale, v128.load(source, 32)));
        d = f32x4.add(d, f32x4.mul(scale, v128.load(source, 48)));
      }
      const target = out + offset + at;
      v128.store(target, f32x4.mul(all4, a), 0);
      v128.store(target, f32x4.mul(all4, b), 16);
      v128.store(target, f32x4.mul(all4, c), 32);
      v128.store(target, f32x4.mul(all4, d), 48);
    }
    for (; at + 16 <= stride; at += 16) {
      const start = h + at;
      let sum = f32x4.mul(own4, v128.load(start + offset));
      for (let arc = first; arc < last; arc += 4) {
        const m: usize = load<u32>(arc);
        const scale = splatOf<W>(arc, m, toWeight, columnFactor);
        sum = f32x4.add(sum, f32x4.mul(scale, v128.load(start + m * stride)));
      }
      v128.store(out + offset + at, f32x4.mul(all4, sum));
    }
    for (; at < stride; at += 4) {
      const start = h + at;
      let sum: f32 = own * load<f32>(start + offset);
      for (let arc = first; arc < last; arc += 4) {
        const m: usize = load<u32>(arc);
        sum += scaleOf<W>(arc, m, toWeight, columnFactor) * load<f32>(start + m * stride);
      }
      store<f32>(out + offset + at, all * sum);
    }
    first = last;
  }
}
