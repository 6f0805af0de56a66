import { inducedSubgraph } from "@evenodds/core";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";

describe("inducedSubgraph", () => {
  const graph = graphOf(
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 1],
      [0, 0],
    ],
    [[10], [11], [12], [13]],
  );
  const nodes = {
    label: Int32Array.of(0, 1, -1, 1),
    labelName: "y",
    classes: ["no", "yes"],
    sensitive: [{ name: "g", code: Int32Array.of(1, 0, 1, -1), levels: ["a", "b"] }],
  };

  it("keeps exactly the arcs between kept nodes, and counts the cut ones", () => {
    const part = inducedSubgraph({ graph, nodes }, Int32Array.of(1, 3));
    expect([Array.from(part.graph.source), Array.from(part.graph.target)]).to.deep.equal([[1], [0]]);
    expect(part.cutArcs).to.equal(3);
  });

  it("takes the weights of these arcs along", () => {
    const whole = { ...graph, edgeWeight: Float32Array.of(1, 2, 3, 4, 5) };
    expect([...inducedSubgraph({ graph: whole, nodes }, Int32Array.of(1, 2, 3)).graph.edgeWeight!]).to.deep.equal([
      2, 3, 4,
    ]);
  });

  it("takes the attributes of these arcs along", () => {
    const edgeAttributes = { names: ["p", "q"], values: Float32Array.of(1, -1, 2, -2, 3, -3, 4, -4, 5, -5) };
    const part = inducedSubgraph({ graph: { ...graph, edgeAttributes }, nodes }, Int32Array.of(1, 2, 3));
    expect(part.graph.edgeAttributes).to.deep.equal({
      names: ["p", "q"],
      values: Float32Array.of(2, -2, 3, -3, 4, -4),
    });
    expect(inducedSubgraph({ graph, nodes }, Int32Array.of(1)).graph).not.to.have.property("edgeAttributes");
  });

  it("takes features, ids, labels and attributes along, with their codes unchanged", () => {
    const part = inducedSubgraph({ graph, nodes }, Int32Array.of(1, 3));
    expect(Array.from(part.graph.features)).to.deep.equal([11, 13]);
    expect(part.graph.nodeIds).to.deep.equal(["n1", "n3"]);
    expect(Array.from(part.nodes.label)).to.deep.equal([1, 1]);
    expect(Array.from(part.nodes.sensitive[0]!.code)).to.deep.equal([0, -1]);
    expect(part.nodes.classes).to.deep.equal(["no", "yes"]);
  });
});
