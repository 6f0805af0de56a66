import type { Graph } from "@evenodds/core";

/** A matrix as rows, one per node. */
export type Rows = readonly (readonly number[])[];

/** `Â x` with Â[t, s] = (A + I)[t, s] / √(d[t] d[s]), A[t, s] the weight of the arcs s → t, d[t] = Σ A[t, ·] + 1. */
export function propagated(x: Rows, graph: Graph): Rows {
  const incoming = arcsInto(graph);
  const degree = incoming.map((arcs) => 1 + total(arcs));
  return x.map((own, t) =>
    own.map((_, j) =>
      [{ source: t, weight: 1 }, ...incoming[t]!].reduce(
        (y, { source, weight }) => y + (weight * x[source]![j]!) / Math.sqrt(degree[t]! * degree[source]!),
        0,
      ),
    ),
  );
}

/** Σ w x[s] over the arcs s → t, zeros where there are none. */
export function sum(x: Rows, graph: Graph): Rows {
  const incoming = arcsInto(graph);
  return x.map((own, t) =>
    own.map((_, j) => incoming[t]!.reduce((y, { source, weight }) => y + weight * x[source]![j]!, 0)),
  );
}

/** The mean of x[s] over the arcs s → t, `Σ w x[s] / Σ w`, zeros where there are none. */
export function mean(x: Rows, graph: Graph): Rows {
  const weights = arcsInto(graph).map(total);
  return sum(x, graph).map((row, t) => row.map((value) => (weights[t] === 0 ? 0 : value / weights[t]!)));
}

/** The largest x[s] over the arcs s → t, column by column, zeros where there are none. */
export function largest(x: Rows, graph: Graph): Rows {
  const incoming = arcsInto(graph);
  return x.map((own, t) =>
    own.map((_, j) => (incoming[t]!.length === 0 ? 0 : Math.max(...incoming[t]!.map(({ source }) => x[source]![j]!)))),
  );
}

/**
 * `Σ_j α_ij h_j` over i itself and the sources j ≠ i of its arcs, α_ij the softmax over these of
 * LeakyReLU(source · h_j + target · h_i).
 */
export function attended(
  h: Rows,
  graph: Graph,
  parts: { source: readonly number[]; target: readonly number[]; negativeSlope: number },
): Rows {
  const incoming = arcsInto(graph);
  return h.map((own, i) => {
    const attendedTo = [i, ...incoming[i]!.map(({ source }) => source).filter((j) => j !== i)];
    const scores = attendedTo.map((j) => {
      const score = dot(parts.source, h[j]!) + dot(parts.target, own);
      return score > 0 ? score : score * parts.negativeSlope;
    });
    const highest = scores.reduce((a, b) => Math.max(a, b));
    const shares = scores.map((score) => Math.exp(score - highest));
    const all = shares.reduce((a, b) => a + b);
    return own.map((_, c) => attendedTo.reduce((y, j, k) => y + (shares[k]! / all) * h[j]![c]!, 0));
  });
}

interface Arc {
  readonly source: number;
  readonly weight: number;
}

/** The arcs into each node, in their order. */
function arcsInto({ nodeCount, source, target, edgeWeight }: Graph): Arc[][] {
  const arcs = Array.from({ length: nodeCount }, (): Arc[] => []);
  target.forEach((t, arc) => arcs[t]!.push({ source: source[arc]!, weight: edgeWeight?.[arc] ?? 1 }));
  return arcs;
}

function total(arcs: readonly Arc[]): number {
  return arcs.reduce((sum, { weight }) => sum + weight, 0);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, k) => total + value * b[k]!, 0);
}
