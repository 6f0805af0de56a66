import {
  checkGraph,
  checkGraphOnDisk,
  homophily,
  InputError,
  neighbourhood,
  rowsOf,
  type ArcStretch,
  type Graph,
  type GraphOnDisk,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

/** A sorted graph with two features, and the same as it is read from a disk, `size` arcs at a time. */
function bothOf(
  given: readonly (readonly [source: number, target: number])[],
  { nodes = 5, size = 2, ...changes }: Partial<Graph> & { readonly nodes?: number; readonly size?: number } = {},
): { readonly memory: Graph; readonly disk: GraphOnDisk } {
  const arcs = [...given].sort(([s, t], [a, b]) => t - b || s - a);
  const outline = {
    nodeCount: nodes,
    featureNames: ["x", "y"],
    nodeIds: Array.from({ length: nodes }, (_, i) => `n${i}`),
  };
  const memory: Graph = {
    ...outline,
    features: Float32Array.from({ length: 2 * nodes }, (_, i) => (i % 2 === 0 ? 1 : i)),
    source: Int32Array.from(arcs, ([s]) => s),
    target: Int32Array.from(arcs, ([, t]) => t),
    ...changes,
  };
  const { source, target, features, edgeWeight, ...named } = memory;
  const stretches: ArcStretch[] = [];
  for (let e = 0; e < arcs.length; e += size) {
    stretches.push({
      source: source.slice(e, e + size),
      target: target.slice(e, e + size),
      weight: edgeWeight?.slice(e, e + size),
    });
  }
  const isWeighted = edgeWeight !== undefined;
  const onDisk = { count: arcs.length, isWeighted, [Symbol.iterator]: () => stretches[Symbol.iterator]() };
  return { memory, disk: { ...named, rows: rowsOf(features, 2), arcs: onDisk } };
}

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).to.be.instanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error("it should have been refused");
};

describe("checkGraphOnDisk", () => {
  it("finds what checkGraph finds: loops, repeated arcs, the hub, lone nodes and constant features", () => {
    const { memory, disk } = bothOf([
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [2, 1],
    ]);
    expect(checkGraphOnDisk(disk)).to.deep.equal(checkGraph(memory));
    expect(checkGraphOnDisk(disk)).to.deep.equal({
      ...{ nodes: 5, arcs: 5, features: 2, selfLoops: 1, duplicateArcs: 2, isolatedNodes: 2 },
      ...{ constantFeatures: 1, maximumInDegree: 4 },
    });
  });

  it("finds the same on any graph, and so do homophily and neighbourhood", () => {
    const node = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (arcs, size) => {
        const { memory, disk } = bothOf(arcs, { size });
        expect(checkGraphOnDisk(disk)).to.deep.equal(checkGraph(memory));
        const code = Int32Array.of(0, 1, 2, -1, 1);
        expect(homophily(disk, code)).to.deep.equal(homophily(memory, code));
        expect(neighbourhood(disk, code)).to.deep.equal(neighbourhood(memory, code));
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it("refuses what checkGraph refuses, in the same words", () => {
    const arcs = [
      [1, 0],
      [2, 1],
      [3, 2],
    ] as const;
    const features = Float32Array.from({ length: 10 }, (_, i) => i);
    const bad: Partial<Graph>[] = [
      { features: features.with(7, NaN) },
      { features: features.with(9, Infinity) },
      { nodeIds: ["a", "b", "c", "b", "d"] },
      { nodeIds: ["a"] },
      { featureNames: ["x", "x"] },
      { source: Int32Array.of(1, 2, 5) },
      { target: Int32Array.of(-1, 1, 2) },
      { edgeWeight: Float32Array.of(1, 1, -1) },
      { edgeWeight: Float32Array.of(1, 1, Infinity) },
      { nodeCount: 0 },
    ];
    for (const changes of bad) {
      const { memory, disk } = bothOf(arcs, changes);
      expect(messageOf(() => checkGraphOnDisk(disk))).to.equal(messageOf(() => checkGraph(memory)));
    }
  });

  it("is a fault where arcs are not in their order, or not as many as is said", () => {
    const { disk } = bothOf([
      [1, 0],
      [2, 1],
    ]);
    const [first] = [...disk.arcs];
    const arcsOf = (source: Int32Array, count: number) => ({
      ...{ count, isWeighted: false },
      [Symbol.iterator]: () => [{ ...first!, source, target: Int32Array.of(1, 1) }][Symbol.iterator](),
    });
    expect(() => checkGraphOnDisk({ ...disk, arcs: arcsOf(Int32Array.of(2, 1), 2) })).to.throw(TypeError, "sorted");
    expect(() => checkGraphOnDisk({ ...disk, arcs: arcsOf(Int32Array.of(1, 2), 3) })).to.throw(TypeError, "3 arcs");
  });
});
