import { Random } from "@evenodds/core";

/** A graph with ids, as arrays. */
export interface TestGraph {
  /** `[N]`; their order is not that of the nodes. */
  readonly ids: readonly string[];
  /** `[N, columns]`, of six magnitudes. */
  readonly x: Float32Array;
  readonly columns: number;
  /** `[E]`, places of nodes. */
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float32Array;
}

/** Returns a graph with a hub that a third of all arcs go into, with loops, duplicates, and nodes without arcs. */
export function randomGraphOf({ nodes, arcs, columns }: { nodes: number; arcs: number; columns: number }): TestGraph {
  const random = Random.of(5, "graph");
  const place = (power: number) => Math.floor(random.uniform() ** power * nodes * 0.95);
  const source = Int32Array.from({ length: arcs }, () => place(1));
  const target = Int32Array.from({ length: arcs }, (_, arc) => (arc % 3 === 0 ? 7 : place(2)));
  for (let arc = 0; arc < 50; arc++) target[arc] = source[arc]!;
  for (let arc = 50; arc < 100; arc++) [source[arc], target[arc]] = [source[0]!, target[1]!];
  return {
    ids: Array.from({ length: nodes }, (_, n) => `person ${(n * 7919) % nodes}`),
    x: Float32Array.from({ length: nodes * columns }, (_, i) => {
      return random.normal() * 10 ** ((Math.floor(i / columns) % 6) - 3);
    }),
    columns,
    source,
    target,
    weight: Float32Array.from({ length: arcs }, () => random.uniform() * 10 ** Math.floor(random.uniform() * 4 - 2)),
  };
}
