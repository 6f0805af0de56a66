import { hashGraph } from "@evenodds/core";
import { expect } from "chai";
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

  it("changes with every part of it", () => {
    const moved = (values: Float32Array) => values.map((value, i) => (i === 0 ? value + 1 : value));
    const turned = (codes: Int32Array) => codes.map((code, i) => (i === 0 ? 1 - code : code));
    const [group] = nodes.sensitive;
    const others = [
      hashGraph({ ...graph, features: moved(graph.features) }, nodes),
      hashGraph({ ...graph, source: graph.target, target: graph.source }, nodes),
      hashGraph({ ...graph, nodeIds: ["other", ...graph.nodeIds.slice(1)] }, nodes),
      hashGraph({ ...graph, idScope: "elsewhere" }, nodes),
      hashGraph(graph, { ...nodes, label: turned(nodes.label) }),
      hashGraph(graph, { ...nodes, classes: ["x", "y"] }),
      hashGraph(graph, { ...nodes, sensitive: [{ ...group!, code: turned(group!.code) }] }),
    ];
    expect(new Set([hash, ...others]).size).to.equal(8);
  });
});
