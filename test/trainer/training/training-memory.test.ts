import { trainingMemory } from "@evenodds/trainer";
import { expect } from "chai";
import { learnableGraph } from "../../support/tiny-graphs.js";

describe("trainingMemory", () => {
  it("adds up features twice, arcs, what every layer makes, and its weights with two moments", () => {
    const { graph } = learnableGraph({});
    const [nodes, features, arcs] = [graph.nodeCount, graph.featureNames.length, graph.source.length];
    const foretold = trainingMemory({ graph }, { hidden: 16, layers: 3 });
    expect(foretold).to.equal(
      2 * (4 * nodes * features) + 2 * (4 * arcs) + 3 * (4 * nodes * 16) + 3 * 4 * (16 * features + 2 * 16 * 16),
    );
  });
});
