import { applyPreprocessing, fitPreprocessing } from "@evenodds/trainer";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { graphOf } from "../../support/tiny-graphs.js";

describe("fitPreprocessing", () => {
  const graph = graphOf(
    [],
    [
      [0, 0.1, 10],
      [5, 0.1, 20],
      [10, 0.1, 60],
    ],
  );
  const scaled = (method: "none" | "min-max" | "z-score") => applyPreprocessing(graph, fitPreprocessing(graph, method));

  it("leaves features alone with none", () => {
    expect(Array.from(scaled("none"))).to.deep.equal(Array.from(graph.features));
  });

  it("maps smallest to −1, largest to 1 and a constant column to 0 with min-max", () => {
    expectClose(scaled("min-max"), [-1, 0, -1, 0, 0, -0.6, 1, 0, 1], 1e-6);
  });

  it("gives mean 0 and variance 1, and a constant column 0, with z-score", () => {
    const third = Math.sqrt(1400 / 3);
    const first = Math.sqrt(50 / 3);
    expectClose(scaled("z-score"), [-5 / first, 0, -20 / third, 0, 0, -10 / third, 5 / first, 0, 30 / third], 1e-5);
  });
});
