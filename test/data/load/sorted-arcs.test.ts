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

  it("sorts arcs with values by weight and then attributes, rows of attributes with their arcs", () => {
    const clash = (): never => expect.fail("no arc is merged");
    const values = {
      edgeWeight: Float32Array.of(2, 1, 1, 1),
      edgeAttributes: { names: ["p", "q"], values: Float32Array.of(0, 1, 5, 6, 5, -6, -0, 9) },
      clash,
    };
    const sorted = sortedArcs(Float64Array.of(32, 32, 32, 10), { nodeCount: 10, distinct: false, values });
    expect([...sorted.target]).to.deep.equal([1, 3, 3, 3]);
    expect([...sorted.edgeWeight!]).to.deep.equal([1, 1, 1, 2]);
    expect(sorted.edgeAttributes).to.deep.equal({
      names: ["p", "q"],
      values: Float32Array.of(0, 9, 5, -6, 5, 6, 0, 1),
    });
  });

  it("calls the first value that differs of arcs that are to be one, the smaller before the larger", () => {
    const calls: unknown[] = [];
    const values = {
      edgeAttributes: { names: ["p", "q"], values: Float32Array.of(1, 7, 1, -7) },
      clash: (arc: unknown): never => {
        calls.push(arc);
        throw new Error("clash");
      },
    };
    const options = { nodeCount: 10, distinct: true, values };
    expect(() => sortedArcs(Float64Array.of(32, 32), options)).to.throw("clash");
    expect(calls).to.deep.equal([{ source: 2, target: 3, attribute: "q", values: [-7, 7] }]);
  });

  it("makes nothing of nothing", () => {
    expect(sortedArcs(new Float64Array(0), { nodeCount: 10, distinct: true }).source.length).to.equal(0);
  });
});
