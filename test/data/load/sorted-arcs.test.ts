import { sortedArcs } from "@evenodds/data/internal";
import { expect } from "chai";

// With 10 nodes, key 32 is the arc 2 → 3.
describe("sortedArcs", () => {
  it("sorts by target, then source, and keeps repetitions", () => {
    const { source, target } = sortedArcs(Float64Array.of(32, 10, 31, 32), { nodeCount: 10, distinct: false });
    expect(Array.from(target)).to.deep.equal([1, 3, 3, 3]);
    expect(Array.from(source)).to.deep.equal([0, 1, 2, 2]);
  });

  it("merges repetitions", () => {
    const { source } = sortedArcs(Float64Array.of(32, 10, 32, 32), { nodeCount: 10, distinct: true });
    expect(Array.from(source)).to.deep.equal([0, 2]);
  });

  it("makes nothing of nothing", () => {
    expect(sortedArcs(new Float64Array(0), { nodeCount: 10, distinct: true }).source.length).to.equal(0);
  });
});
