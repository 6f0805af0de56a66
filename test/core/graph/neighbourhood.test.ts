import { neighbourhood } from "@evenodds/core";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";

describe("neighbourhood", () => {
  it("counts neighbours by incoming arcs, those with a known category, and those with the node's own", () => {
    const graph = graphOf(
      [
        [1, 0],
        [2, 0],
        [3, 0],
        [1, 0],
        [0, 0],
        [0, 3],
      ],
      [[0], [0], [0], [0]],
    );
    const { degree, known, same } = neighbourhood(graph, Int32Array.of(5, 5, 6, -1));
    expect(Array.from(degree)).to.deep.equal([4, 0, 0, 1]);
    expect(Array.from(known)).to.deep.equal([3, 0, 0, 1]);
    expect(Array.from(same)).to.deep.equal([2, 0, 0, 0]);
  });
});
