import * as data from "@evenodds/data";
import { expect } from "chai";

describe("@evenodds/data", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(data).sort()).to.deep.equal([
      "cardFileName",
      "checkDataSet",
      "countOutcomesFrom",
      "duckDbVersion",
      "fileFormat",
      "fileFormats",
      "graphFormats",
      "hasFormulas",
      "importDataSet",
      "importWays",
      "joinPolicies",
      "knownDataSet",
      "knownDataSetNames",
      "knownDataSets",
      "labelLine",
      "labelWords",
      "loadGraph",
      "makeFolder",
      "memoryGraph",
      "missingTexts",
      "pokecAttributes",
      "pokecLikeGraph",
      "readCard",
      "readRegression",
      "recognizeDataSet",
      "removeLeftovers",
      "scoreHistogram",
      "serverEngines",
      "spreadsheetText",
      "sqlEngines",
      "sqlFilesChoices",
      "syntheticGraph",
      "whenClusterMissingPolicies",
      "whenMissingPolicies",
      "withPostgres",
      "writeFileAtomically",
      "writeFilesAtomically",
      "writeGraph",
      "writePredictions",
      "writeTable",
    ]);
  });
});
