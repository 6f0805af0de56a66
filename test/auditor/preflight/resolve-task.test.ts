import { resolveTask } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";

describe("resolveTask", () => {
  it("believes the model, then the user, and else takes a classification", () => {
    expect(resolveTask({ recorded: "binary", columns: 1 })).to.equal("binary");
    expect(resolveTask({ recorded: "regression", asked: "regression", columns: null })).to.equal("regression");
    expect(resolveTask({ recorded: null, asked: "binary", columns: 1 })).to.equal("binary");
    expect(resolveTask({ recorded: null, columns: 1 })).to.equal("classification");
    expect(resolveTask({ recorded: null, columns: 7 })).to.equal("classification");
  });

  it("refuses to be told another task than the model records", () => {
    expect(() => resolveTask({ recorded: "classification", asked: "binary", columns: 1 })).to.throw(
      ModelError,
      /expected binary, as requested, found classification in its metadata; leave the flag out/,
    );
  });

  it("wants one column of a logit and of a regression", () => {
    for (const model of [
      { recorded: null, asked: "binary", columns: 2 },
      { recorded: null, asked: "regression", columns: 2 },
      { recorded: "binary", columns: 2 },
      { recorded: "regression", columns: 0 },
    ] as const) {
      expect(() => resolveTask(model)).to.throw(ModelError, new RegExp(`expected 1, .*, found ${model.columns}`));
    }
  });
});
