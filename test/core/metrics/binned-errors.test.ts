import { binErrors, errorGaps, InputError, regressionGaps, UsageError } from "@evenodds/core";
import { expect } from "chai";

const rows = {
  group: Int32Array.of(0, 1, 0, 1, -1, 0, 0),
  label: Float64Array.of(1, 2, 11, 20, 3, NaN, 4),
  prediction: Float64Array.of(3, 2, 10, 21, 3, 4, Infinity),
  groups: ["a", "b"],
};

describe("binErrors", () => {
  it("sorts errors into bins and groups and counts rows without one", () => {
    const { errors, edges, excluded } = binErrors(rows, { edges: [0, 10, 20] });
    expect(errors.map((cells) => cells.map((cell) => Array.from(cell)))).to.deep.equal([
      [[2], [0]],
      [[-1], [1]],
    ]);
    expect([edges, excluded]).to.deep.equal([[0, 10, 20], 3]);
  });

  it("is what regressionGaps looks at", () => {
    const options = { edges: [0, 10, 20], minimumSupport: 1 };
    expect(errorGaps(binErrors(rows, options), options)).to.deep.equal(regressionGaps(rows, options));
  });

  it("has no bin without rows", () => {
    const none = { ...rows, group: new Int32Array(7).fill(-1) };
    expect(binErrors(none)).to.deep.include({ edges: [], errors: [], excluded: 7 });
  });

  it("refuses edges that do not ascend, numbers of bins that are none, and errors beyond all measure", () => {
    for (const edges of [[0], [0, 0, 30], [0, NaN], [30, 0]]) {
      expect(() => binErrors(rows, { edges }), String(edges)).to.throw(UsageError, /edges/);
    }
    expect(() => binErrors(rows, { bins: 0 })).to.throw(UsageError, /bins/);
    const huge = { ...rows, prediction: rows.prediction.map((p, i) => (i === 0 ? -1e300 : p)) };
    expect(() => binErrors(huge)).to.throw(InputError, /-1e\+?300/);
  });
});
