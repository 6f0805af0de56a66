/**
 * out[n] = rowFactor[n] · (self · columnFactor[n] · h[n] + Σ over arcs e in row n of weight[e] · columnFactor[m] · h[m])
 * with m the column of e.
 *
 * As `segmentSum`, with `weight`: f32 `[arcs]`, in the order of `column`. Neighbours are gone through once for every
 * eight columns, then for every four, then one by one.
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
  const stride: usize = (<usize>width) << 2;
  const toWeight = weight - column;
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
    for (; at + 32 <= stride; at += 32) {
      const start = h + at;
      const row = start + offset;
      let a = f32x4.mul(own4, v128.load(row, 0));
      let b = f32x4.mul(own4, v128.load(row, 16));
      for (let arc = first; arc < last; arc += 4) {
        const m: usize = load<u32>(arc);
        const scale = f32x4.splat(load<f32>(arc + toWeight) * load<f32>(columnFactor + (m << 2)));
        const source = start + m * stride;
        a = f32x4.add(a, f32x4.mul(scale, v128.load(source, 0)));
        b = f32x4.add(b, f32x4.mul(scale, v128.load(source, 16)));
      }
      const target = out + offset + at;
      v128.store(target, f32x4.mul(all4, a), 0);
      v128.store(target, f32x4.mul(all4, b), 16);
    }
    for (; at + 16 <= stride; at += 16) {
      const start = h + at;
      let sum = f32x4.mul(own4, v128.load(start + offset));
      for (let arc = first; arc < last; arc += 4) {
        const m: usize = load<u32>(arc);
        const scale = f32x4.splat(load<f32>(arc + toWeight) * load<f32>(columnFactor + (m << 2)));
        sum = f32x4.add(sum, f32x4.mul(scale, v128.load(start + m * stride)));
      }
      v128.store(out + offset + at, f32x4.mul(all4, sum));
    }
    for (; at < stride; at += 4) {
      const start = h + at;
      let sum: f32 = own * load<f32>(start + offset);
      for (let arc = first; arc < last; arc += 4) {
        const m: usize = load<u32>(arc);
        sum += load<f32>(arc + toWeight) * load<f32>(columnFactor + (m << 2)) * load<f32>(start + m * stride);
      }
      store<f32>(out + offset + at, all * sum);
    }
    first = last;
  }
}
