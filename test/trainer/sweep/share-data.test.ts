import { hashGraph } from "@evenodds/core";
import { shareData } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { tinyData } from "./tiny-sweep.js";

describe("shareData", () => {
  it("returns the same data in shared memory", () => {
    const plain = tinyData({ unlabelled: true });
    const target = { name: "label", value: Float64Array.from(plain.nodes.label, (y) => (y < 0 ? NaN : y / 3)) };
    const edgeWeight = Float32Array.from(plain.graph.source, (_, arc) => arc / 2);
    const edgeAttributes = { names: ["p"], values: edgeWeight.map((weight) => -weight) };
    const parts = { train: Int32Array.of(0, 2), validation: Int32Array.of(1), test: Int32Array.of(3) };
    const split = { parts, from: "column part", sha256: "" };
    const data = {
      ...plain,
      split,
      graph: { ...plain.graph, edgeWeight, edgeAttributes },
      nodes: { ...plain.nodes, target },
    };
    const shared = shareData(data);
    expect(shared).to.deep.equal(data);
    expect(hashGraph(shared.graph, shared.nodes)).to.equal(hashGraph(data.graph, data.nodes));
    const { graph, nodes } = shared;
    for (const array of [
      graph.source,
      graph.target,
      graph.edgeWeight!,
      graph.edgeAttributes!.values,
      graph.features,
      nodes.label,
      nodes.sensitive[0]!.code,
      nodes.target!.value,
      shared.split!.parts.train,
      shared.split!.parts.validation,
      shared.split!.parts.test,
    ]) {
      expect(array.buffer).to.be.instanceOf(SharedArrayBuffer);
    }
    expect(shareData(plain).nodes.target).to.equal(undefined);
    expect(shareData(plain).graph).to.deep.equal(plain.graph);
  });
});
