import { UsageError } from "@evenodds/core";
import { parseGrid, parseSelector } from "@evenodds/trainer";
import { expect } from "chai";

describe("parseGrid", () => {
  it("reads names in kebab and camel case, and values as the option takes them", () => {
    expect(
      parseGrid([
        "method=gcn,debias",
        "learning-rate=1e-3, 0.01",
        "batchNorm=true,false",
        "layers=1,2",
        "sensitive=1,sex",
      ]),
    ).to.deep.equal({
      method: ["gcn", "debias"],
      learningRate: [0.001, 0.01],
      batchNorm: [true, false],
      layers: [1, 2],
      // A column can be called 1.
      sensitive: ["1", "sex"],
    });
    expect(parseGrid([])).to.deep.equal({});
  });

  for (const [assignment, message] of [
    ["lamda=1", /‘grid’: expected a training option, found "lamda"; did you mean "lambda"/],
    ["method=eqgn", /‘grid’ method: expected one of gcn, .*found "eqgn"; did you mean "eqgnn"/],
    ["lambda=-1", /‘grid’ lambda: .*found "-1"/],
    ["lambda=much", /‘grid’ lambda: .*found "much"/],
    ["layers=1.5", /‘grid’ layers: .*found "1\.5"/],
    ["lambda", /expected option=value, found "lambda"; such as ‘grid’ method=gcn/],
    ["lambda=", /expected option=value/],
    ["lambda=1,,2", /expected option=value/],
    ["seed=1,2", /‘grid’ seed: .*use ‘seeds’/],
    ["split-seed=1,2", /‘grid’ split-seed: .*use ‘seeds’/],
  ] as const) {
    it(`refuses ${assignment}`, () => {
      expect(() => parseGrid([assignment])).to.throw(UsageError, message);
    });
  }

  it("refuses an option that is given twice", () => {
    expect(() => parseGrid(["lambda=1", "lambda=2,3"])).to.throw(
      UsageError,
      /the option twice; write ‘grid’ lambda=1,2,3/,
    );
  });
});

describe("parseSelector", () => {
  it("reads one value of each option", () => {
    expect(parseSelector("method=gcn,hidden-layers=2".replace("hidden-layers", "layers"), "--baseline")).to.deep.equal({
      method: "gcn",
      layers: 2,
    });
  });

  it("names its flag in errors", () => {
    expect(() => parseSelector("metod=gcn", "--baseline")).to.throw(UsageError, /--baseline: .*did you mean "method"/);
    expect(() => parseSelector("method=gcm", "--baseline")).to.throw(
      UsageError,
      /--baseline method: .*did you mean "gcn"/,
    );
  });
});
