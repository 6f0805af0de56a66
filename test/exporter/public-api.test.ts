import * as exporter from "@evenodds/exporter";
import { expect } from "chai";

describe("@evenodds/exporter", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(exporter).sort()).to.deep.equal([
      "checkModel",
      "checkStructure",
      "cutModel",
      "exportFiles",
      "exportModel",
      "importModel",
      "optimizeFiles",
      "optimizeModel",
      "proofGraphs",
      "proveCut",
      "proveExport",
      "proveOptimized",
      "readModelCard",
      "readReferenceRun",
      "readTensors",
      "referenceLogits",
      "treatsLoopsOtherwise",
    ]);
  });
});
