import { inspectModel, outputColumns } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { buildModel, contract, linearModel, node } from "../../support/onnx-models.js";

const withOutput = (shape: readonly (number | string)[]) =>
  inspectModel(
    buildModel({
      ...contract({ features: 2, classes: 2 }),
      outputs: [{ name: "logits", type: "FLOAT", shape }],
      nodes: [node("Identity", { from: ["x"], to: ["logits"] })],
    }),
  );

describe("outputColumns", () => {
  it("is the number that the model fixes, and null where it fixes none", () => {
    expect(outputColumns(inspectModel(linearModel({ features: 2, classes: 1 })))).to.equal(1);
    expect(outputColumns(withOutput(["N", 5]))).to.equal(5);
    expect(outputColumns(withOutput(["N", "C"]))).to.equal(null);
  });

  it("says to keep the column of an output that was flattened", () => {
    expect(() => outputColumns(withOutput(["N"]))).to.throw(
      ModelError,
      /found logits float32\[N\]; export the output with its column, \[N, 1\]/,
    );
  });
});
