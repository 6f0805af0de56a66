import { sweepMemory, trainingMemory } from "@evenodds/trainer";
import { expect } from "chai";
import { learnableGraph } from "../../support/tiny-graphs.js";

describe("sweepMemory", () => {
  const { graph } = learnableGraph({});
  const plan = (hidden: readonly number[], seeds: number) => ({
    settings: hidden.map((width) => ({ options: { hidden: width, layers: 2 } })),
    seeds: Array.from({ length: seeds }, (_, seed) => seed),
  });
  const shared = 4 * graph.nodeCount * graph.featureNames.length + 8 * graph.source.length;

  it("is that of one run where one thread works, of the smallest setting", () => {
    const one = trainingMemory({ graph }, { hidden: 8, layers: 2 });
    expect(sweepMemory({ graph }, { plan: plan([64, 8, 16], 5), workers: 1 })).to.equal(one);
  });

  it("counts the graph once, and the rest for each thread", () => {
    const one = trainingMemory({ graph }, { hidden: 8, layers: 2 });
    expect(sweepMemory({ graph }, { plan: plan([8], 5), workers: 3 })).to.equal(shared + 3 * (one - shared));
  });

  it("takes no more threads than there are runs", () => {
    const of = (workers: number) => sweepMemory({ graph }, { plan: plan([8], 2), workers });
    expect(of(9)).to.equal(of(2));
    expect(sweepMemory({ graph }, { plan: plan([], 2), workers: 4 })).to.equal(shared);
  });
});
