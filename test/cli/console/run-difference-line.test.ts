import { runDifferenceLine } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("runDifferenceLine", () => {
  const run = {
    provider: "cpu",
    threads: 2,
    compared: 40,
    flipped: 3,
    numbers: 80,
    differing: 12,
    largest: 0.00312345,
  } as const;

  it("says how many predictions and numbers differ, and by how much", () => {
    expect(runDifferenceLine(run)).to.equal(
      "stability: on cpu with 2 threads 3 of 40 audited predictions differ; " +
        "12 of 80 numbers of the output differ, by at most 0.00312",
    );
    expect(runDifferenceLine({ ...run, largest: Infinity })).to.match(/by at most Infinity$/);
  });

  it("says of a regression how far numbers are apart, which do not flip", () => {
    expect(runDifferenceLine({ ...run, flipped: null })).to.equal(
      "stability: on cpu with 2 threads 12 of 80 numbers of the output differ, by at most 0.00312",
    );
  });

  it("says where nothing differs, and no more than it knows of class ids", () => {
    expect(
      runDifferenceLine({ ...run, provider: "webgpu", threads: null, flipped: 0, differing: 0, largest: 0 }),
    ).to.equal("stability: on webgpu 0 of 40 audited predictions differ; all 80 numbers of the output are the same");
    const ids = { ...run, threads: 1, numbers: null, differing: null, largest: null };
    expect(runDifferenceLine(ids)).to.equal("stability: on cpu with 1 thread 3 of 40 audited predictions differ");
  });
});
