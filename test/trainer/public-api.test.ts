import * as trainer from "@evenodds/trainer";
import { expect } from "chai";

describe("@evenodds/trainer", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(trainer).sort()).to.deep.equal([
      "RunFolder",
      "engineNames",
      "openEngine",
      "parseTrainingOptions",
      "predictLogits",
      "train",
      "trainingOptionsSchema",
    ]);
  });
});
