import { countOutcomes, countPredictions, groupSize, InputError, predictionCounts } from "@evenodds/core";
import { expect } from "chai";

const codes = (...values: number[]) => Int32Array.from(values);

describe("countPredictions", () => {
  const rows = {
    group: codes(0, 0, 1, 1, -1, 0),
    prediction: codes(0, 1, 1, -1, 0, 1),
    groups: ["a", "b"],
    classes: ["0", "1"],
  };

  it("counts by group and prediction and gives every other row one reason", () => {
    const counts = countPredictions({ ...rows, include: Uint8Array.from([1, 1, 1, 1, 1, 0]) });
    expect([...counts.predicted]).to.deep.equal([1, 1, 0, 1]);
    expect(counts.excluded).to.deep.equal({
      "non-finite-prediction": 1,
      "missing-attribute": 1,
      "outside-split": 1,
    });
    expect([groupSize(counts, 0), groupSize(counts, 1)]).to.deep.equal([2, 1]);
  });

  it("agrees with labelled counts summed over labels", () => {
    const labelled = countOutcomes({ ...rows, label: codes(0, 1, 0, 1, 0, 1) });
    expect(predictionCounts(labelled)).to.deep.equal(countPredictions(rows));
  });

  it("rejects columns of different lengths", () => {
    expect(() => countPredictions({ ...rows, group: codes(0) })).to.throw(InputError, /1 groups, 6 predictions/);
  });
});
