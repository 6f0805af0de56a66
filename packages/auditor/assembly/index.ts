// What is done along the arcs of a graph, tile by tile, in AssemblyScript. Sums are whole numbers of 64 bits, so that
// their order does not matter. Arrays are addresses. Places of nodes are counted from the first of their block.

/** Adds to `largest [width]` what is larger in rows, absolute; returns the first row with a number that is not finite. */
export function noteLargest(rows: usize, count: u32, width: u32, largest: usize): i32 {
  for (let row: u32 = 0; row < count; row++) {
    for (let column: u32 = 0; column < width; column++) {
      const value = abs(load<f32>(rows + ((<usize>row * width + column) << 2)));
      if (!(value <= f32.MAX_VALUE)) return row;
      const at = largest + (<usize>column << 2);
      if (value > load<f32>(at)) store<f32>(at, value);
    }
  }
  return -1;
}

/** Counts arcs by target. */
export function countArcs(targets: usize, arcs: u32, counts: usize): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    const at = counts + (<usize>load<u32>(targets + (arc << 2)) << 3);
    store<i64>(at, load<i64>(at) + 1);
  }
}

/** Returns the largest of the counts, as a number. */
export function largestCount(counts: usize, nodes: u32): f64 {
  let largest: i64 = 0;
  for (let node: usize = 0; node < <usize>nodes; node++) largest = max(largest, load<i64>(counts + (node << 3)));
  return <f64>largest;
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function fixed(value: f64, scale: f64): i64 {
  return <i64>nearest(value * scale);
}

/** Adds the weights of arcs by target. */
export function sumWeights(targets: usize, weights: usize, arcs: u32, sums: usize, scale: f64): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    const at = sums + (<usize>load<u32>(targets + (arc << 2)) << 3);
    store<i64>(at, load<i64>(at) + fixed(<f64>load<f32>(weights + (arc << 2)), scale));
  }
}

/** Adds the rows of the sources of arcs to the sums of their targets, `scales [width]` one for each column. */
export function sumRows(
  sources: usize,
  targets: usize,
  arcs: u32,
  rows: usize,
  sums: usize,
  width: u32,
  scales: usize,
): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    let from = rows + ((<usize>load<u32>(sources + (arc << 2)) * width) << 2);
    let to = sums + ((<usize>load<u32>(targets + (arc << 2)) * width) << 3);
    let scale = scales;
    const end = from + (<usize>width << 2);
    while (from < end) {
      store<i64>(to, load<i64>(to) + fixed(<f64>load<f32>(from), load<f64>(scale)));
      from += 4;
      to += 8;
      scale += 8;
    }
  }
}

/** As {@link sumRows}, each row times the weight of the arc. */
export function sumWeightedRows(
  sources: usize,
  targets: usize,
  weights: usize,
  arcs: u32,
  rows: usize,
  sums: usize,
  width: u32,
  scales: usize,
): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    let from = rows + ((<usize>load<u32>(sources + (arc << 2)) * width) << 2);
    let to = sums + ((<usize>load<u32>(targets + (arc << 2)) * width) << 3);
    let scale = scales;
    const weight = <f64>load<f32>(weights + (arc << 2));
    const end = from + (<usize>width << 2);
    while (from < end) {
      store<i64>(to, load<i64>(to) + fixed(weight * <f64>load<f32>(from), load<f64>(scale)));
      from += 4;
      to += 8;
      scale += 8;
    }
  }
}

/** Writes sums as numbers: each times the factor of its column. */
export function finishSums(sums: usize, nodes: u32, width: u32, factors: usize, out: usize): void {
  for (let node: u32 = 0; node < nodes; node++) {
    for (let column: u32 = 0; column < width; column++) {
      const at = <usize>node * width + column;
      store<f32>(out + (at << 2), <f32>(<f64>load<i64>(sums + (at << 3)) * load<f64>(factors + (<usize>column << 3))));
    }
  }
}

/** Fills `largest` with what is below every number. */
export function startMax(largest: usize, count: u32): void {
  for (let at: usize = 0; at < <usize>count; at++) store<f32>(largest + (at << 2), -Infinity);
}

/** Raises the values of targets to those of the sources of arcs; -0 is 0. */
export function maxRows(sources: usize, targets: usize, arcs: u32, rows: usize, largest: usize, width: u32): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    const from = rows + ((<usize>load<u32>(sources + (arc << 2)) * width) << 2);
    const to = largest + ((<usize>load<u32>(targets + (arc << 2)) * width) << 2);
    for (let column: usize = 0; column < <usize>width; column++) {
      const at = to + (column << 2);
      store<f32>(at, max(load<f32>(at), load<f32>(from + (column << 2)) + 0));
    }
  }
}

/** Puts 0 where no arc came. */
export function finishMax(largest: usize, count: u32): void {
  for (let at: usize = 0; at < <usize>count; at++) {
    if (load<f32>(largest + (at << 2)) == -Infinity) store<f32>(largest + (at << 2), 0);
  }
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function score(source: f32, target: f32, slope: f32): f32 {
  const sum = source + target;
  return sum < 0 ? sum * slope : sum;
}

/** The scores of nodes with themselves, where the highest scores start; `sources` are the rows of the same nodes. */
export function startScores(sources: usize, targets: usize, count: u32, slope: f32, highest: usize): void {
  for (let at: usize = 0; at < <usize>count; at++) {
    store<f32>(highest + (at << 2), score(load<f32>(sources + (at << 2)), load<f32>(targets + (at << 2)), slope));
  }
}

/** Raises the highest scores of targets by those of arcs. `shift`: a target with the place of a source plus this is it. */
export function raiseScores(
  sources: usize,
  targets: usize,
  arcs: u32,
  sourceScores: usize,
  targetScores: usize,
  highest: usize,
  heads: u32,
  slope: f32,
  shift: i64,
): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    const from = load<u32>(sources + (arc << 2));
    const to = load<u32>(targets + (arc << 2));
    if (<i64>from + shift == <i64>to) continue;
    for (let head: u32 = 0; head < heads; head++) {
      const at = (<usize>to * heads + head) << 2;
      const own = score(
        load<f32>(sourceScores + ((<usize>from * heads + head) << 2)),
        load<f32>(targetScores + at),
        slope,
      );
      if (own > load<f32>(highest + at)) store<f32>(highest + at, own);
    }
  }
}

const perLn2: f64 = 1.4426950408889634;
const ln2High: f64 = 0.6931471803691238;
const ln2Low: f64 = 1.9082149292705877e-10;
const rounder: f64 = 6755399441055744;

/** As `exactExp` of core. */
export function exactExp(d: f32): f32 {
  const x = <f64>d;
  if (x < -104) return 0;
  const n = x * perLn2 + rounder - rounder;
  const r = x - n * ln2High - n * ln2Low;
  let sum: f64 = 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600.0;
  sum = sum * r + 1.0 / 39916800.0;
  sum = sum * r + 1.0 / 3628800.0;
  sum = sum * r + 1.0 / 362880.0;
  sum = sum * r + 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * r + 1.0;
  sum = sum * r + 1.0;
  return <f32>(sum * reinterpret<f64>((<i64>n + 1023) << 52));
}

// @ts-expect-error: a decorator of AssemblyScript
@inline
function weigh(
  from: u32, to: u32, features: usize, sourceScores: usize, targetScores: usize, highest: usize,
  totals: usize, sums: usize, heads: u32, columns: u32, slope: f32, totalScale: f64, scales: usize,
): void {
  for (let head: u32 = 0; head < heads; head++) {
    const at = <usize>to * heads + head;
    const own = score(
      load<f32>(sourceScores + ((<usize>from * heads + head) << 2)),
      load<f32>(targetScores + (at << 2)),
      slope,
    );
    const share = <f64>exactExp(own - load<f32>(highest + (at << 2)));
    store<i64>(totals + (at << 3), load<i64>(totals + (at << 3)) + fixed(share, totalScale));
    const row = features + (((<usize>from * heads + head) * columns) << 2);
    const sum = sums + ((at * columns) << 3);
    const scale = scales + ((<usize>head * columns) << 3);
    for (let column: usize = 0; column < <usize>columns; column++) {
      const place = sum + (column << 3);
      const value = share * <f64>load<f32>(row + (column << 2));
      store<i64>(place, load<i64>(place) + fixed(value, load<f64>(scale + (column << 3))));
    }
  }
}

/** Adds the shares of arcs, and what they weigh, to those of their targets. `shift` as of {@link raiseScores}. */
export function weighRows(
  sources: usize,
  targets: usize,
  arcs: u32,
  features: usize,
  sourceScores: usize,
  targetScores: usize,
  highest: usize,
  totals: usize,
  sums: usize,
  heads: u32,
  columns: u32,
  slope: f32,
  totalScale: f64,
  scales: usize,
  shift: i64,
): void {
  for (let arc: usize = 0; arc < <usize>arcs; arc++) {
    const from = load<u32>(sources + (arc << 2));
    const to = load<u32>(targets + (arc << 2));
    if (<i64>from + shift == <i64>to) continue;
    // prettier-ignore
    weigh(from, to, features, sourceScores, targetScores, highest, totals, sums, heads, columns, slope, totalScale, scales);
  }
}

/** The same for `count` nodes and themselves, from the places `from` of the sources and `to` of the targets on. */
export function weighOwn(
  from: u32,
  to: u32,
  count: u32,
  features: usize,
  sourceScores: usize,
  targetScores: usize,
  highest: usize,
  totals: usize,
  sums: usize,
  heads: u32,
  columns: u32,
  slope: f32,
  totalScale: f64,
  scales: usize,
): void {
  for (let i: u32 = 0; i < count; i++) {
    // prettier-ignore
    weigh(from + i, to + i, features, sourceScores, targetScores, highest, totals, sums, heads, columns, slope, totalScale, scales);
  }
}

/** Writes what was weighed, divided by the totals of the shares. */
export function finishAttention(
  totals: usize,
  sums: usize,
  nodes: u32,
  heads: u32,
  columns: u32,
  totalFactor: f64,
  factors: usize,
  out: usize,
): void {
  for (let at: usize = 0; at < <usize>nodes * heads; at++) {
    const total = <f64>load<i64>(totals + (at << 3)) * totalFactor;
    const factor = factors + (((at % heads) * columns) << 3);
    for (let column: usize = 0; column < <usize>columns; column++) {
      const place = at * columns + column;
      const sum = <f64>load<i64>(sums + (place << 3)) * load<f64>(factor + (column << 3));
      store<f32>(out + (place << 2), <f32>(sum / total));
    }
  }
}
