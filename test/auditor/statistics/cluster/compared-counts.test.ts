import { clusterCounts } from "@evenodds/auditor";
import { comparedCounts, comparedLabels } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("comparedCounts", () => {
  // Both groups have rows of label 1, and only group a has any of label 0.
  const clustered = clusterCounts({
    group: Int32Array.from([0, 1, 0, 1]),
    label: Int32Array.from([1, 1, 0, 1]),
    prediction: Int32Array.from([0, 1, 0, 1]),
    cluster: Int32Array.from([0, 0, 1, 1]),
    groups: ["a", "b"],
    classes: ["0", "1"],
  });
  const labels = comparedLabels(clustered.outcomes, 1);

  it("holds the counts of compared cells, by label, group and prediction", () => {
    const { starts, at, values, width } = comparedCounts(clustered, labels);
    expect(width).to.equal(4);
    expect(Array.from(starts)).to.deep.equal([0, 2, 3]);
    expect(Array.from(at)).to.deep.equal([0, 3, 3]);
    expect(Array.from(values)).to.deep.equal([1, 1, 1]);
  });

  it("leaves clusters empty that are not included", () => {
    const { starts, at } = comparedCounts(clustered, labels, Uint8Array.from([0, 1]));
    expect(Array.from(starts)).to.deep.equal([0, 0, 1]);
    expect(Array.from(at)).to.deep.equal([3]);
  });
});
