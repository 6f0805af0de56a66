import * as trainer from "@evenodds/trainer";
import { expect } from "chai";

describe("@evenodds/trainer", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(trainer).sort()).to.deep.equal([
      "RunFolder",
      "applyPreprocessing",
      "decodeRecord",
      "drawPairs",
      "encodeRecord",
      "engineNames",
      "expandGrid",
      "fitPreprocessing",
      "openEngine",
      "pairKinds",
      "pairTestDefaults",
      "parseGrid",
      "parseSelector",
      "parseTrainingOptions",
      "partOutcome",
      "planSweep",
      "plannedRuns",
      "predictLogits",
      "runClassifierTwoSampleTest",
      "runPairedTTest",
      "runPermutationTest",
      "runSweep",
      "runTTest",
      "splitForTraining",
      "sweepMemory",
      "train",
      "trainingMemory",
      "trainingOptionsSchema",
    ]);
  });
});
