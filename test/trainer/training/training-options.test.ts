import { UsageError } from "@evenodds/core";
import { parseTrainingOptions } from "@evenodds/trainer";
import { expect } from "chai";

describe("parseTrainingOptions", () => {
  it("names the option that is out of range", () => {
    const parse = (options: object) => () => parseTrainingOptions({ method: "gcn", ...options });
    expect(parse({ dropout: 1.5 })).to.throw(UsageError, "‘dropout’: expected a number below 1, found 1.5");
    expect(parse({ learningRate: 0 })).to.throw("‘learningRate’: expected a number above 0, found 0");
    expect(parse({ lambda: -1 })).to.throw("‘lambda’: expected a number of at least 0, found -1");
    expect(parse({ dropout: null })).to.throw("‘dropout’: expected a number, found null");
    expect(parse({ batchNorm: 1 })).to.throw("‘batchNorm’: expected a value true or false, found 1");
    expect(parse({ sensitive: ["a"] })).to.throw('‘sensitive’: expected a text, found ["a"]');
    expect(parse({ epochs: 1.5 })).to.throw("‘epochs’: expected a whole number, found 1.5");
    expect(parse({ scale: "max" })).to.throw('‘scale’: expected one of none, min-max, z-score, found "max"');
    expect(parse({ trainShare: 0.8, validationShare: 0.2 })).to.throw(/^‘validationShare’: .* left for testing/);
  });

  it("asks for the attribute where the method needs one", () => {
    expect(() => parseTrainingOptions({ method: "eqgnn" })).to.throw(UsageError, /‘sensitive’/);
    const stratify = "label-and-sensitive";
    expect(() => parseTrainingOptions({ method: "gcn", stratify })).to.throw(UsageError, /‘stratify’.*‘sensitive’/);
  });

  it("rejects keys that it does not know", () => {
    expect(() => parseTrainingOptions({ method: "gcn", lamda: 1 })).to.throw(
      UsageError,
      /lamda; did you mean "lambda"/,
    );
  });
});
