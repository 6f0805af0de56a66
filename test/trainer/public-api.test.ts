import * as trainer from "@evenodds/trainer";
import { expect } from "chai";

describe("@evenodds/trainer", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(trainer).sort()).to.deep.equal([
      "RunFolder",
      "decodeRecord",
      "drawPairs",
      "encodeRecord",
      "engineNames",
      "expandGrid",
      "openEngine",
      "pairKinds",
      "pairTestDefaults",
      "parseGrid",
      "parseSelector",
      "parseTrainingOptions",
      "planSweep",
      "plannedRuns",
      "predictLogits",
      "runClassifierTwoSampleTest",
      "runPairedTTest",
      "runPermutationTest",
      "runSweep",
      "runTTest",
      "train",
      "trainingOptionsSchema",
    ]);
  });
});
