import * as data from "@evenodds/data";
import { expect } from "chai";

describe("@evenodds/data", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(data).sort()).to.deep.equal([
      "cardFileName",
      "countOutcomesFrom",
      "fileFormat",
      "fileFormats",
      "loadGraph",
      "makeFolder",
      "missingTexts",
      "readCard",
      "readRegression",
      "scoreHistogram",
      "syntheticGraph",
      "whenClusterMissingPolicies",
      "whenMissingPolicies",
      "withPostgres",
      "writeFileAtomically",
      "writeGraph",
      "writePredictions",
    ]);
  });
});
