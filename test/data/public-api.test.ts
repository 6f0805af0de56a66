import * as data from "@evenodds/data";
import { expect } from "chai";

describe("@evenodds/data", () => {
  it("exports what its index lists", () => {
    expect(Object.keys(data).sort()).to.deep.equal([
      "cardFileName",
      "fileFormat",
      "fileFormats",
      "loadGraph",
      "makeFolder",
      "missingTexts",
      "readCard",
      "syntheticGraph",
      "writeFileAtomically",
      "writeGraph",
      "writePredictions",
    ]);
  });
});
