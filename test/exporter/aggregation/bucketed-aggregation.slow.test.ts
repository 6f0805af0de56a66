import type { Graph } from "@evenodds/core";
import { arcsOf, bucketedAggregation, widthClasses } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { encodeGraph } from "../support/evaluate.js";
import { anyGraph, graphOf } from "../support/graphs.js";

const width = 2;

async function aggregator({ widths, threads = 2 }: { widths?: readonly number[]; threads?: number } = {}) {
  const bytes = encodeGraph((graph) => {
    const x = graph.input({ name: "x", elementType: "float32", shape: ["N", width] });
    const edgeIndex = graph.input({ name: "edge_index", elementType: "int64", shape: [2, "E"] });
    const arcs = arcsOf(graph, { x, edgeIndex });
    const { sum, max, degree } = bucketedAggregation(graph, () => arcs, widths === undefined ? {} : { widths });
    return { sums: sum(x, { width }), largest: max(x, { width }), degree: degree() };
  });
  const session = await InferenceSession.create(bytes, { intraOpNumThreads: threads, logSeverityLevel: 3 });
  return async ({ nodeCount, source, target, features }: Graph) => {
    const { sums, largest, degree } = await session.run({
      x: new Tensor("float32", features, [nodeCount, width]),
      edge_index: new Tensor("int64", BigInt64Array.from([...source, ...target], BigInt), [2, source.length]),
    });
    const numbers = ({ data }: Tensor) => [...(data as Float32Array)];
    return { sums: numbers(sums!), largest: numbers(largest!), degree: numbers(degree!) };
  };
}

/** Sums and maxima over a plain loop. Features are whole numbers, so that float32 is exact in any order. */
function wholeFeatures(graph: Graph): Graph {
  return { ...graph, features: graph.features.map((_, i) => ((i * 7) % 23) - 11) };
}

function looped({ nodeCount, source, target, features }: Graph) {
  const sums = new Array<number>(nodeCount * width).fill(0);
  const largest = new Array<number>(nodeCount * width).fill(-Infinity);
  const degree = new Array<number>(nodeCount).fill(0);
  target.forEach((t, arc) => {
    degree[t]!++;
    for (let c = 0; c < width; c++) {
      const value = features[source[arc]! * width + c]!;
      sums[t * width + c]! += value;
      largest[t * width + c] = Math.max(largest[t * width + c]!, value);
    }
  });
  return { sums, largest: largest.map((value) => (value === -Infinity ? 0 : value)), degree };
}

describe("bucketedAggregation", () => {
  it("sums and compares over incoming arcs: 0 → 1, 2 → 1, 1 → 2", async () => {
    const graph = graphOf(3, {
      arcs: [
        [0, 1],
        [2, 1],
        [1, 2],
      ],
      width,
    });
    const run = await aggregator();
    const found = await run({ ...graph, features: Float32Array.of(-1, 10, -2, 20, -4, 40) });
    expect(found).to.deep.equal({
      degree: [0, 2, 1],
      sums: [0, 0, -5, 50, -2, 20],
      largest: [0, 0, -1, 40, -2, 20],
    });
  });

  for (const widths of [[1], [1, 2], [1, 2, 4, 8], widthClasses]) {
    for (const threads of [1, 2]) {
      it(`equals a loop over arcs with ${widths.length} fixed classes and ${threads} threads`, async () => {
        const run = await aggregator({ widths, threads });
        await fc.assert(
          fc.asyncProperty(anyGraph({ width }).map(wholeFeatures), async (graph) => {
            expect(await run(graph)).to.deep.equal(looped(graph));
          }),
          { numRuns: 60 },
        );
      });
    }
  }

  it("gives the last class the width of the largest in-degree", async () => {
    const run = await aggregator({ widths: [1, 2] });
    const arcs = Array.from({ length: 5000 }, (_, arc): [number, number] => [arc % 50, arc < 4000 ? 0 : 1]);
    const graph = wholeFeatures(graphOf(50, { arcs, width }));
    expect(await run(graph)).to.deep.equal(looped(graph));
  });

  it("equals a loop where classes have several blocks, and hubs are wider than a block", async () => {
    const run = await aggregator();
    const arcs = Array.from({ length: 90_000 }, (_, arc): [number, number] => {
      const target = arc < 50_000 ? (arc * 7) % 2_500 : arc % 2;
      return [(arc * 37) % 3_000, target];
    });
    const graph = wholeFeatures(graphOf(3_000, { arcs, width }));
    expect(await run(graph)).to.deep.equal(looped(graph));
  });

  it("is equal bit by bit at one and two threads, and when run again", async () => {
    const arcs = Array.from({ length: 20_000 }, (_, arc): [number, number] => [(arc * 37) % 500, (arc * arc) % 500]);
    const graph = graphOf(500, { arcs, width });
    const [one, two] = [await aggregator({ threads: 1 }), await aggregator({ threads: 2 })];
    const first = await one(graph);
    expect(await two(graph)).to.deep.equal(first);
    expect(await two(graph)).to.deep.equal(first);
  });
});

describe("widthClasses", () => {
  it("rises from 1, by at most a factor of 2, to 2^18", () => {
    expect(widthClasses[0]).to.equal(1);
    widthClasses.slice(1).forEach((next, i) => {
      expect(next / widthClasses[i]!).to.be.within(1.0001, 2);
    });
    expect(widthClasses.at(-1)).to.equal(2 ** 18);
  });
});
