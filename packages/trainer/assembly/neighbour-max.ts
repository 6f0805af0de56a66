/**
 * y[n, c] = max over m in row n of x[m, c], 0 where the row is empty; choice[n, c] = the address in `column` of the
 * first m that attains it, 0 where the row is empty. x has no NaN.
 *
 * `x`, `y`: f32 `[nodes, width]`; `choice`: u32 of the same shape; `pointer`: i32 `[nodes + 1]`; `column`: i32
 * `[arcs]`; all given as addresses, that of `column` not 0.
 *
 * Sixteen columns are gone through at a time, in a copy in `slice`, f32 `[nodes, 16]`: what is picked from there at
 * random lies closer together than in x. The columns that are left are taken by fours, then one by one.
 */
export function neighbourMax(
  x: usize,
  y: usize,
  choice: usize,
  slice: usize,
  pointer: usize,
  column: usize,
  nodes: u32,
  width: u32,
): void {
  const stride: usize = (<usize>width) << 2;
  memory.fill(y, 0, <usize>nodes * stride);
  memory.fill(choice, 0, <usize>nodes * stride);
  let at: usize = 0;
  for (; at + 64 <= stride; at += 64) {
    for (let n: u32 = 0; n < nodes; n++) memory.copy(slice + ((<usize>n) << 6), x + at + <usize>n * stride, 64);
    sixteenColumns(slice, y + at, choice + at, pointer, column, nodes, stride);
  }
  for (; at + 16 <= stride; at += 16) fourColumns(x + at, y + at, choice + at, pointer, column, nodes, stride);
  for (; at < stride; at += 4) oneColumn(x + at, y + at, choice + at, pointer, column, nodes, stride);
}

function sixteenColumns(
  slice: usize,
  y: usize,
  choice: usize,
  pointer: usize,
  column: usize,
  nodes: u32,
  stride: usize,
): void {
  let first = column;
  for (let n: u32 = 0; n < nodes; n++) {
    pointer += 4;
    const last = column + ((<usize>load<u32>(pointer)) << 2);
    if (first < last) {
      const row = slice + ((<usize>load<u32>(first)) << 6);
      let a = v128.load(row, 0);
      let b = v128.load(row, 16);
      let c = v128.load(row, 32);
      let d = v128.load(row, 48);
      let i = i32x4.splat(<i32>first);
      let j = i;
      let k = i;
      let l = i;
      for (first += 4; first < last; first += 4) {
        const source = slice + ((<usize>load<u32>(first)) << 6);
        const arc = i32x4.splat(<i32>first);
        let value = v128.load(source, 0);
        i = later(i, arc, f32x4.gt(value, a));
        a = f32x4.pmax(a, value);
        value = v128.load(source, 16);
        j = later(j, arc, f32x4.gt(value, b));
        b = f32x4.pmax(b, value);
        value = v128.load(source, 32);
        k = later(k, arc, f32x4.gt(value, c));
        c = f32x4.pmax(c, value);
        value = v128.load(source, 48);
        l = later(l, arc, f32x4.gt(value, d));
        d = f32x4.pmax(d, value);
      }
      v128.store(y, a, 0);
      v128.store(y, b, 16);
      v128.store(y, c, 32);
      v128.store(y, d, 48);
      v128.store(choice, i, 0);
      v128.store(choice, j, 16);
      v128.store(choice, k, 32);
      v128.store(choice, l, 48);
    }
    y += stride;
    choice += stride;
  }
}

/**
 * Moves on to an arc where `larger` says so: addresses grow from arc to arc, so that this takes no choice between two.
 */
function later(place: v128, arc: v128, larger: v128): v128 {
  return i32x4.max_u(place, v128.and(arc, larger));
}

function fourColumns(
  x: usize,
  y: usize,
  choice: usize,
  pointer: usize,
  column: usize,
  nodes: u32,
  stride: usize,
): void {
  let first = column;
  for (let n: u32 = 0; n < nodes; n++) {
    pointer += 4;
    const last = column + ((<usize>load<u32>(pointer)) << 2);
    if (first < last) {
      let best = v128.load(x + <usize>load<u32>(first) * stride);
      let place = i32x4.splat(<i32>first);
      for (first += 4; first < last; first += 4) {
        const value = v128.load(x + <usize>load<u32>(first) * stride);
        place = later(place, i32x4.splat(<i32>first), f32x4.gt(value, best));
        best = f32x4.pmax(best, value);
      }
      v128.store(y, best);
      v128.store(choice, place);
    }
    y += stride;
    choice += stride;
  }
}

function oneColumn(x: usize, y: usize, choice: usize, pointer: usize, column: usize, nodes: u32, stride: usize): void {
  let first = column;
  for (let n: u32 = 0; n < nodes; n++) {
    pointer += 4;
    const last = column + ((<usize>load<u32>(pointer)) << 2);
    if (first < last) {
      let best = load<f32>(x + <usize>load<u32>(first) * stride);
      let place = first;
      for (first += 4; first < last; first += 4) {
        const value = load<f32>(x + <usize>load<u32>(first) * stride);
        if (value > best) {
          best = value;
          place = first;
        }
      }
      store<f32>(y, best);
      store<u32>(choice, <u32>place);
    }
    y += stride;
    choice += stride;
  }
}

/**
 * dx[m, c] = Σ over the n whose choice in column c is an arc from m of dy[n, c], added in the order of n. `dy`, `dx`:
 * f32 `[nodes, width]`; `choice`: what {@link neighbourMax} wrote, with `column` where it was.
 */
export function neighbourMaxGradient(dy: usize, choice: usize, dx: usize, nodes: u32, width: u32): void {
  const stride: usize = (<usize>width) << 2;
  memory.fill(dx, 0, <usize>nodes * stride);
  for (let n: u32 = 0; n < nodes; n++) {
    // All columns of a row are 0 or none is.
    if (width > 0 && load<u32>(choice) > 0) {
      for (let at: usize = 0; at < stride; at += 4) {
        const target = dx + <usize>load<u32>(<usize>load<u32>(choice + at)) * stride + at;
        store<f32>(target, load<f32>(target) + load<f32>(dy + at));
      }
    }
    dy += stride;
    choice += stride;
  }
}
