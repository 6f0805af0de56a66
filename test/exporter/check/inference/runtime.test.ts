import { Random } from "@evenodds/core";
import { inferGraph, onnx, toLong, valueInfoProto, type InferredValue } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { attributeOf, exportedGraph } from "../changed-graph.js";

/** With the nodes of the branch that sorts arcs in the place of the `If`, so that their values can be asked for. */
function withoutBranch(graph: onnx.GraphProto): onnx.GraphProto {
  const nodes = graph.node.flatMap((node) => {
    if (node.opType !== "If") return [node];
    const branch = attributeOf(node, "then_branch").g!;
    const input = [branch.output![0]!.name!];
    return [...branch.node!, onnx.NodeProto.create({ opType: "Identity", input, output: node.output! })];
  });
  const constants = graph.node.flatMap((node) =>
    node.opType === "If" ? attributeOf(node, "then_branch").g!.initializer! : [],
  );
  return onnx.GraphProto.create({ ...graph, node: nodes, initializer: [...graph.initializer, ...constants] });
}

type Run = (sizes: { nodes: number; arcs: number }) => Promise<InferenceSession.OnnxValueMapType>;

/** Loads a graph such that a run returns all values of its nodes, but for those within scans. */
async function everyValue(graph: onnx.GraphProto, values: ReadonlyMap<string, InferredValue>): Promise<Run> {
  const output = graph.node
    .flatMap((node) => node.output ?? [])
    .map((name) => valueInfoProto({ name, elementType: values.get(name)!.elementType! }));
  const bytes = onnx.ModelProto.encode({
    irVersion: toLong(8, "IR version"),
    opsetImport: [{ domain: "", version: toLong(18, "opset") }],
    graph: { ...graph, output },
  }).finish();
  const session = await InferenceSession.create(bytes, { logSeverityLevel: 3 });
  return ({ nodes, arcs }) => {
    const random = Random.of(nodes, "arcs");
    const ends = BigInt64Array.from({ length: 2 * arcs }, () => BigInt(random.integer(nodes)));
    const given = {
      x: new Tensor(
        "float32",
        Float32Array.from({ length: nodes * 3 }, () => random.normal()),
        [nodes, 3],
      ),
      edge_index: new Tensor("int64", ends, [2, arcs]),
      edge_weight: new Tensor(
        "float32",
        Float32Array.from({ length: arcs }, () => random.uniform()),
        [arcs],
      ),
    };
    return session.run(Object.fromEntries(Object.entries(given).filter(([name]) => session.inputNames.includes(name))));
  };
}

/** Expects that each size is what was found for its text: names by the graph, symbols the same wherever they stand. */
function expectSizes(
  sizes: readonly (readonly [string, number, string])[],
  names: Readonly<Record<string, number>>,
): void {
  const known = new Map(Object.entries(names));
  for (const [size, found] of sizes) if (/^\?\d+$/.test(size) && !known.has(size)) known.set(size, found);
  for (const [size, found, where] of sizes) {
    const terms = size.split("+").map((term) => known.get(term) ?? Number(term));
    // Sums of symbols that never stand alone cannot be told.
    if (terms.some(Number.isNaN)) continue;
    expect(found, `${where}: ${size}`).to.equal(terms.reduce((sum, term) => sum + term, 0));
  }
}

describe("inferGraph, beside ONNX Runtime", () => {
  const files = [
    ["batch norm between all of them", { form: "fast" }],
    ["batch norm between all of them", { form: "portable" }],
    ["layer norm, elu and leaky relu", { form: "fast" }],
    ["sage mean that widens, then narrows", { form: "fast", edgeWeights: true }],
    ["gat of two heads, then of one", { form: "portable" }],
  ] as const;
  for (const [name, options] of files) {
    it(`has the types, sizes and numbers that every value has when the file runs: ${name}, ${options.form}`, async () => {
      const graph = withoutBranch(exportedGraph(name, options));
      const values = inferGraph(graph);
      const run = await everyValue(graph, values);
      for (const [nodes, arcs] of [
        [9, 40],
        [6, 3],
        [4, 0],
        [1, 1],
      ] as const) {
        const sizes: [string, number, string][] = [];
        for (const [value, { type, dims, data }] of Object.entries(await run({ nodes, arcs }))) {
          const { elementType, shape, elements } = values.get(value)!;
          expect(type, value).to.equal(elementType);
          expect(dims.length, `rank of ${value}`).to.equal(shape!.length);
          shape!.forEach((size, axis) => sizes.push([size, dims[axis]!, `${value} axis ${axis}`]));
          elements?.forEach((element, i) => sizes.push([element, Number(data[i]), `${value} element ${i}`]));
        }
        expect(sizes.length).to.be.greaterThan(40);
        expectSizes(sizes, { N: nodes, E: arcs });
      }
    });
  }
});
