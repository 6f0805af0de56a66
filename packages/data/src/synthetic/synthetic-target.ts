import { Random } from "@evenodds/core";
import { randomDirections } from "./random-directions.js";
import type { SyntheticSettings } from "./synthetic-options.js";

/** A numeric label of every node, and which part of the nodes it falls into. */
export interface SyntheticTarget {
  /** `[N]`, NaN where it is hidden. */
  readonly value: Float64Array;
  /** `[N]`, in `[0, classes)`, by size of the number before noise. */
  readonly part: Int32Array;
}

/** Draws a numeric label for `syntheticGraph`, which says the law. */
export function syntheticTarget(
  { seed, nodes, features: width, classes, groupBias, labelNoise, labelledShare }: SyntheticSettings,
  { group, features }: { readonly group: Int32Array; readonly features: Float32Array },
): SyntheticTarget {
  const random = Random.of(seed, "synthetic/target");
  const weight = randomDirections(random, { count: 1, width, length: 1 });
  const clean = Float64Array.from({ length: nodes }, (_, i) => {
    let value = groupBias * (group[i]! % 2) + 0.2 * random.normal();
    for (let f = 0; f < width; f++) value += weight[f]! * features[i * width + f]!;
    return value;
  });
  const part = new Int32Array(nodes);
  const ascending = Int32Array.from(clean.keys()).sort((a, b) => clean[a]! - clean[b]!);
  ascending.forEach((node, rank) => (part[node] = Math.floor((rank * classes) / nodes)));
  const noise = Random.of(seed, "synthetic/noise");
  const value = clean.map((own) => {
    const noisy = noise.uniform() < labelNoise ? clean[noise.integer(nodes)]! : own;
    return noise.uniform() < labelledShare ? noisy : NaN;
  });
  return { value, part };
}
