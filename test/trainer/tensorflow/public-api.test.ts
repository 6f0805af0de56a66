import * as tensorflow from "@evenodds/trainer/tensorflow";
import { expect } from "chai";

describe("@evenodds/trainer/tensorflow", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(tensorflow).sort()).to.deep.equal([
      "checkAddon",
      "checkSpace",
      "closeStaging",
      "dropWheels",
      "fetchWheels",
      "findCompiler",
      "findPython",
      "freeBytes",
      "hasTfjsNode",
      "keptWheels",
      "locateAddon",
      "neededBytes",
      "openStaging",
      "publish",
      "setupTensorFlow",
      "unpackWheels",
    ]);
  });
});
