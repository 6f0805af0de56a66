import { weightedSums } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("weightedSums", () => {
  it("adds up the listed clusters, each times its factor", () => {
    // Three clusters: (1, 2, 0), (0, 0, 5), (4, 0, 3); the second one is not listed.
    const vectors = {
      starts: Int32Array.from([0, 2, 3, 5]),
      at: Int32Array.from([0, 1, 2, 0, 2]),
      values: Float64Array.from([1, 2, 5, 4, 3]),
      width: 3,
    };
    const add = weightedSums(vectors, Int32Array.from([0, 2]));
    const sums = new Float64Array(3).fill(9);
    add(sums, Float64Array.from([2, 100, -1]));
    expect(Array.from(sums)).to.deep.equal([2 - 4, 4, -3]);
    add(sums, Float64Array.from([0, 0, 1]));
    expect(Array.from(sums)).to.deep.equal([4, 0, 3]);
  });
});
