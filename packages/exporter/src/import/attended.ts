import type { Graph, NamedWeight } from "@evenodds/core";
import { zeros, type Matrix } from "./matrix.js";

/**
 * Attention of several heads over h `[N, heads · columns]`: `y_i = Σ_j α_ij h_j` over i itself and the sources j ≠ i of
 * the arcs into i, α_ij the softmax over these j of `LeakyReLU(source · h_j + target · h_i)`; source and target
 * `[heads, columns]`.
 */
export function attended(
  h: Matrix,
  { source: sources, target: targets }: Pick<Graph, "source" | "target">,
  { source, target, negativeSlope }: { source: NamedWeight; target: NamedWeight; negativeSlope: number },
): Matrix {
  const [heads, columns] = source.shape as [number, number];
  const [given, wanted] = [scores(h, source), scores(h, target)];
  // Every node attends to itself once, so that is where each of the sums starts.
  const score = (from: number, to: number, head: number) => {
    const sum = given[from * heads + head]! + wanted[to * heads + head]!;
    return sum >= 0 ? sum : sum * negativeSlope;
  };
  const highest = Float64Array.from(given, (_, at) =>
    score(Math.floor(at / heads), Math.floor(at / heads), at % heads),
  );
  const eachScore = (use: (from: number, to: number, head: number) => void) => {
    for (let arc = 0; arc < sources.length; arc++) {
      if (sources[arc] === targets[arc]) continue;
      for (let head = 0; head < heads; head++) use(sources[arc]!, targets[arc]!, head);
    }
  };
  eachScore((from, to, head) => {
    const at = to * heads + head;
    highest[at] = Math.max(highest[at]!, score(from, to, head));
  });
  const total = zeros(h.rows, h.columns);
  const shares = new Float64Array(h.rows * heads);
  const give = (from: number, to: number, head: number) => {
    const share = Math.exp(score(from, to, head) - highest[to * heads + head]!);
    shares[to * heads + head]! += share;
    for (let j = head * columns; j < (head + 1) * columns; j++) {
      total.values[to * h.columns + j]! += share * h.values[from * h.columns + j]!;
    }
  };
  for (let node = 0; node < h.rows; node++) for (let head = 0; head < heads; head++) give(node, node, head);
  eachScore(give);
  return { ...total, values: total.values.map((value, at) => value / shares[Math.floor(at / columns)]!) };
}

/** `h_i · vector` per node and head, `[N, heads]`. */
function scores(h: Matrix, { shape, values }: NamedWeight): Float64Array {
  const [heads, columns] = shape as [number, number];
  const found = new Float64Array(h.rows * heads);
  for (let at = 0; at < h.values.length; at++) {
    found[Math.floor(at / columns)]! += h.values[at]! * values[at % (heads * columns)]!;
  }
  return found;
}
