import { hashGraph } from "@evenodds/core";
import { expect } from "chai";
import { createHash } from "node:crypto";
import { learnableGraph } from "../../support/tiny-graphs.js";

describe("hashGraph", () => {
  const { graph, nodes } = learnableGraph();
  const hash = hashGraph(graph, nodes);

  it("is a function of the content", () => {
    const again = learnableGraph();
    expect(hashGraph(again.graph, again.nodes))
      .to.equal(hash)
      .and.to.match(/^[0-9a-f]{64}$/);
  });

  it("hashes ids of any number as the JSON of their list", () => {
    const ids = Array.from({ length: 25_003 }, (_, n) => (n % 3 === 0 ? `"${n}"\n` : `ä${n}`));
    const large = { ...graph, nodeIds: ids };
    const head = [graph.nodeCount, null, graph.featureNames, nodes.labelName, nodes.classes];
    const expected = createHash("sha256").update(`${JSON.stringify(head)}\n${JSON.stringify(ids)}\n`);
    const numbers = [graph.source, graph.target, graph.features, nodes.label];
    for (const { buffer, byteOffset, byteLength } of numbers) {
      expected.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
    for (const { name, levels, code } of nodes.sensitive) {
      expected.update(`${JSON.stringify([name, levels])}\n`);
      expected.update(new Uint8Array(code.buffer, code.byteOffset, code.byteLength));
    }
    expect(hashGraph(large, nodes)).to.equal(expected.digest("hex"));
  });

  it("changes with every part of it", () => {
    const moved = (values: Float32Array) => values.map((value, i) => (i === 0 ? value + 1 : value));
    const turned = (codes: Int32Array) => codes.map((code, i) => (i === 0 ? 1 - code : code));
    const [group] = nodes.sensitive;
    const attributed = (names: readonly string[], value: number) => {
      const values = new Float32Array(graph.source.length).fill(value);
      return { ...graph, edgeAttributes: { names, values } };
    };
    const others = [
      hashGraph({ ...graph, features: moved(graph.features) }, nodes),
      hashGraph({ ...graph, source: graph.target, target: graph.source }, nodes),
      hashGraph({ ...graph, edgeWeight: new Float32Array(graph.source.length).fill(1) }, nodes),
      hashGraph({ ...graph, edgeWeight: new Float32Array(graph.source.length).fill(2) }, nodes),
      hashGraph(attributed(["p"], 1), nodes),
      hashGraph(attributed(["p"], 2), nodes),
      hashGraph(attributed(["q"], 1), nodes),
      hashGraph({ ...graph, nodeIds: ["other", ...graph.nodeIds.slice(1)] }, nodes),
      hashGraph({ ...graph, idScope: "elsewhere" }, nodes),
      hashGraph(graph, { ...nodes, label: turned(nodes.label) }),
      hashGraph(graph, { ...nodes, classes: ["x", "y"] }),
      hashGraph(graph, { ...nodes, sensitive: [{ ...group!, code: turned(group!.code) }] }),
    ];
    expect(new Set([hash, ...others]).size).to.equal(13);
  });
});
