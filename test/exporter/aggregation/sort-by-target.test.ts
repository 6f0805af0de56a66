import { arcsOf, inDegrees, sortByTarget } from "@evenodds/exporter/internal";
import { expect } from "chai";
import fc from "fast-check";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { encodeGraph } from "../support/evaluate.js";

const file = encodeGraph((graph) => {
  const x = graph.input({ name: "x", elementType: "float32", shape: ["N", 1] });
  const edgeIndex = graph.input({ name: "edge_index", elementType: "int64", shape: [2, "E"] });
  const arcs = arcsOf(graph, { x, edgeIndex });
  const options = { column: arcs.source, filler: arcs.nodeCount(), degrees: inDegrees(graph, arcs) };
  return { sorted: sortByTarget(graph, arcs, options) };
});

let session: InferenceSession;

async function sorted(nodes: number, targets: readonly number[]): Promise<number[]> {
  const arcs = targets.length;
  // Sources tell the arcs apart here; nothing looks them up.
  const edgeIndex = BigInt64Array.from([...targets.keys(), ...targets], BigInt);
  const feeds = {
    x: new Tensor("float32", new Float32Array(nodes), [nodes, 1]),
    edge_index: new Tensor("int64", edgeIndex, [2, arcs]),
  };
  return Array.from((await session.run(feeds))["sorted"]!.data as BigInt64Array, Number);
}

describe("sortByTarget", () => {
  before(async () => {
    session = await InferenceSession.create(file, { logSeverityLevel: 3 });
  });

  it("orders by target, keeps the order within one, and ends in fillers: 2, 0, 2, 1 gives arcs 1, 3, 0, 2", async () => {
    const found = await sorted(3, [2, 0, 2, 1]);
    expect(found.slice(0, 4)).to.deep.equal([1, 3, 0, 2]);
    expect(new Set(found.slice(4))).to.deep.equal(new Set([3]));
  });

  it("equals a stable sort, whatever the number of arcs", async () => {
    const graphs = fc
      .integer({ min: 1, max: 30 })
      .chain((nodes) =>
        fc.tuple(fc.constant(nodes), fc.array(fc.integer({ min: 0, max: nodes - 1 }), { maxLength: 200 })),
      );
    await fc.assert(
      fc.asyncProperty(graphs, async ([nodes, targets]) => {
        const found = await sorted(nodes, targets);
        expect(found.length).to.be.above(targets.length);
        const expected = [...targets.keys()].sort((a, b) => targets[a]! - targets[b]!);
        expect(found).to.deep.equal([...expected, ...found.slice(targets.length).fill(nodes)]);
      }),
      { numRuns: 200 },
    );
  });
});
