import type { Random } from "@evenodds/core";

/** Returns `[count, width]`: random directions, each of the given length. */
export function randomDirections(
  random: Random,
  { count, width, length }: { readonly count: number; readonly width: number; readonly length: number },
): Float64Array {
  const values = Float64Array.from({ length: count * width }, () => random.normal());
  for (let c = 0; c < count; c++) {
    const row = values.subarray(c * width, (c + 1) * width);
    const scale = length / Math.hypot(...row);
    for (let f = 0; f < width; f++) row[f]! *= scale;
  }
  return values;
}
