import { maximum, type Random } from "@evenodds/core";

/** Returns `[count, width]`: random directions, each of the given length. */
export function randomDirections(
  random: Random,
  { count, width, length }: { readonly count: number; readonly width: number; readonly length: number },
): Float64Array {
  const values = Float64Array.from({ length: count * width }, () => random.normal());
  for (let c = 0; c < count; c++) {
    const row = values.subarray(c * width, (c + 1) * width);
    const scale = length / euclideanLength(row);
    for (let f = 0; f < width; f++) row[f]! *= scale;
  }
  return values;
}

/** √Σ v², to the last bit what V8's `Math.hypot` gives, which takes no more values than fit on the stack. */
function euclideanLength(values: Float64Array): number {
  const most = maximum(values.map(Math.abs), 0);
  if (most === 0) return 0;
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const share = value / most;
    const summand = share * share - lost;
    const next = sum + summand;
    lost = next - sum - summand;
    sum = next;
  }
  return Math.sqrt(sum) * most;
}
