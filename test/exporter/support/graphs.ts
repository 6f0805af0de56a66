import { Random, type Graph } from "@evenodds/core";
import fc from "fast-check";

/** A graph of these arcs with `width` standard normal features per node. */
export function graphOf(
  nodeCount: number,
  { arcs, width, seed = 1 }: { arcs: readonly (readonly [number, number])[]; width: number; seed?: number },
): Graph {
  const random = Random.of(seed, "features");
  return {
    nodeCount,
    source: Int32Array.from(arcs, ([source]) => source),
    target: Int32Array.from(arcs, ([, target]) => target),
    features: Float32Array.from({ length: nodeCount * width }, () => random.normal()),
    featureNames: Array.from({ length: width }, (_, f) => `feature_${f}`),
    nodeIds: Array.from({ length: nodeCount }, (_, n) => `${n}`),
  };
}

/** Any small graph: duplicates, self loops, isolated nodes, no arcs, one node, arcs in any order. */
export function anyGraph({ width }: { width: number }): fc.Arbitrary<Graph> {
  return fc.integer({ min: 1, max: 30 }).chain((nodeCount) => {
    const node = fc.nat({ max: nodeCount - 1 });
    return fc
      .record({ arcs: fc.array(fc.tuple(node, node), { maxLength: 150 }), seed: fc.nat() })
      .map((parts) => graphOf(nodeCount, { ...parts, width }));
  });
}
