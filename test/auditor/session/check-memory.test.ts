import { openNodeSession } from "@evenodds/auditor";
import { ModelError, watchWork, type Graph } from "@evenodds/core";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { buildModel, contract, integers, node, type ModelParts } from "../../support/onnx-models.js";

const sizes = { features: 2, classes: 2 };
/** A path of 3,000 nodes and 5,998 arcs, whose matrix of all pairs takes 36 MB. */
const nodes = 3000;
const graph: Graph = {
  nodeCount: nodes,
  source: Int32Array.from({ length: 2 * nodes - 2 }, (_, e) => (e < nodes - 1 ? e : e - nodes + 2)),
  target: Int32Array.from({ length: 2 * nodes - 2 }, (_, e) => (e < nodes - 1 ? e + 1 : e - nodes + 1)),
  features: new Float32Array(2 * nodes).fill(1),
  featureNames: ["a", "b"],
  nodeIds: Array.from({ length: nodes }, (_, i) => `${i}`),
};

/** `logits = x + 0 · (something of [N, N])`, with the last nodes as given. */
function dense(last: ModelParts["nodes"], before: ModelParts["nodes"] = []): Uint8Array {
  return buildModel({
    ...contract(sizes),
    initializers: [integers("zero", [1], [0])],
    nodes: [
      ...before,
      node("Transpose", { from: ["x"], to: ["turned"] }),
      node("MatMul", { from: ["x", "turned"], to: ["pairs"] }),
      ...last,
    ],
  });
}
const summed = [
  node("ReduceMax", { from: ["pairs"], to: ["one"] }, { keepdims: 0 }),
  node("Add", { from: ["x", "one"], to: ["logits"] }),
];

async function run(bytes: Uint8Array, memory: number) {
  const session = await openNodeSession(bytes, { provider: "cpu", memory });
  try {
    return await session.run(graph);
  } finally {
    await session.release();
  }
}

describe("openNodeSession with a limit of memory", () => {
  it("refuses what a graph makes of a model before it runs, with the figure", async () => {
    const error = await caught(() => run(dense(summed), 30e6));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.include("MatMul float32[3000, 3000] takes 36 MB for 3000 nodes and 5998 arcs");
  });

  it("runs it where it fits", async () => {
    expect((await run(dense(summed), 40e6)).values).to.have.lengthOf(2 * nodes);
  });

  it("refuses sizes that operators compute from those of the graph", async () => {
    const bytes = buildModel({
      ...contract(sizes),
      initializers: [integers("second", [1], [1]), integers("zero", [1], [0])],
      nodes: [
        node("Shape", { from: ["x"], to: ["size"] }),
        node("Gather", { from: ["size", "zero"], to: ["n"] }),
        node("Shape", { from: ["edge_index"], to: ["arcs"] }),
        node("Gather", { from: ["arcs", "second"], to: ["e"] }),
        node("Concat", { from: ["n", "e"], to: ["both"] }, { axis: 0 }),
        node("ConstantOfShape", { from: ["both"], to: ["pairs"] }),
        ...summed,
      ],
    });
    const error = await caught(() => run(bytes, 70e6));
    expect(error.message).to.include("ConstantOfShape float32[3000, 5998] takes 72 MB");
  });

  it("lets pass what no output depends on, which is left out of a run", async () => {
    const bytes = dense([node("Identity", { from: ["x"], to: ["logits"] })]);
    expect((await run(bytes, 30e6)).values).to.have.lengthOf(2 * nodes);
  });

  it("says what a run takes at least while it runs", async () => {
    const seen = new Set<number | undefined>();
    const stop = watchWork((work) =>
      work.forEach(({ doing, memory: least }) => doing.startsWith("run") && seen.add(least)),
    );
    await run(dense(summed), 60e6);
    stop();
    // float32 x[3000, 2], int64 edge_index[2, 5998] and float32 [3000, 3000].
    expect([...seen]).to.deep.equal([3000 * 2 * 4 + 2 * 5998 * 8 + 3000 * 3000 * 4]);
  });

  it("refuses what the rows of a table make of a model", async () => {
    const bytes = buildModel({
      inputs: [{ name: "x", type: "FLOAT", shape: ["N", 2] }],
      outputs: [{ name: "logits", type: "FLOAT", shape: ["N", 2] }],
      nodes: [
        node("Transpose", { from: ["x"], to: ["turned"] }),
        node("MatMul", { from: ["x", "turned"], to: ["pairs"] }),
        ...summed,
      ],
    });
    const feed = async (memory: number) => {
      const session = await openNodeSession(bytes, { provider: "cpu", memory });
      const data = new Float32Array(2 * nodes);
      try {
        return await session.feed([{ name: "x", type: "float32", data, dims: [nodes, 2] }], nodes);
      } finally {
        await session.release();
      }
    };
    const error = await caught(() => feed(30e6));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.include("MatMul float32[3000, 3000] takes 36 MB for 3000 rows");
    expect((await caught(() => feed(20e3))).message).to.include("its inputs for 3000 rows take");
    expect((await feed(40e6)).values).to.have.lengthOf(2 * nodes);
  });
});
