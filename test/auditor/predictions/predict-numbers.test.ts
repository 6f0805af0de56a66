import { predictNumbers } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";

describe("predictNumbers", () => {
  it("takes the output as it is", () => {
    expect(predictNumbers(Float32Array.of(1.5, -2, 0))).to.deep.equal({
      prediction: Float64Array.of(1.5, -2, 0),
      nonFinite: 0,
    });
  });

  const holes = Float32Array.of(1, Infinity, NaN, 2);

  it("names how many outputs are not finite, and the first", () => {
    expect(() => predictNumbers(holes, { nodeIds: ["a", "b", "c", "d"] })).to.throw(
      ModelError,
      /predicted numbers: expected finite numbers.*on 2 of 4 nodes, first on node "b"/,
    );
    expect(() => predictNumbers(holes)).to.throw(ModelError, /first on node 1/);
  });

  it("counts them out on request", () => {
    expect(predictNumbers(holes, { nonFinite: "exclude" })).to.deep.equal({
      prediction: Float64Array.of(1, NaN, NaN, 2),
      nonFinite: 2,
    });
  });
});
