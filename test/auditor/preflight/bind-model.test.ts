import { bindModel, inspectModel, outputColumns } from "@evenodds/auditor";
import { ModelError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { buildModel, contract, node, type TensorType } from "../../support/onnx-models.js";

const withOutputs = (...outputs: readonly TensorType[]) =>
  inspectModel(
    buildModel({
      ...contract({ features: 2, classes: 2 }),
      outputs,
      nodes: [node("Identity", { from: ["x"], to: [outputs[0]!.name] })],
    }),
  );
const scores = (name: string, shape: TensorType["shape"]): TensorType => ({ name, type: "FLOAT", shape });
const ids: TensorType = { name: "label", type: "INT64", shape: ["N"] };

describe("bindModel", () => {
  it("reads the output called logits, else the only one with scores, else class ids", () => {
    const chosen = (...outputs: readonly TensorType[]) => bindModel(withOutputs(...outputs)).output.name;
    expect(chosen(scores("hidden", ["N", 8]), scores("logits", ["N", 2]))).to.equal("logits");
    expect(chosen(ids, scores("probabilities", ["N", 2]))).to.equal("probabilities");
    expect(chosen(scores("y", ["N"]))).to.equal("y");
    expect(chosen(scores("y", [1, "N", 3]))).to.equal("y");
    expect(chosen(ids)).to.equal("label");
    expect(chosen(ids, { name: "scores", type: "MAPS", shape: [] })).to.equal("label");
  });

  it("reads the output that is asked for, and names those that there are", () => {
    const two = withOutputs(scores("a", ["N", 2]), scores("b", ["N", 2]), ids);
    expect(() => bindModel(two)).to.throw(
      ModelError,
      /expected one output with scores, or one called logits, found a float32\[N, 2\], b float32\[N, 2\], label int64\[N\]; say which one is read with ‘output’ a, b, label/,
    );
    expect(bindModel(two, { output: "b" }).output.name).to.equal("b");
    expect(bindModel(two, { output: "label" }).output.name).to.equal("label");
    expect(() => bindModel(two, { output: "labl" })).to.throw(UsageError, /found "labl"; did you mean "label"\?/);
    const image = withOutputs(scores("a", ["N", 2]), scores("image", [3, 8, 8]));
    expect(() => bindModel(image, { output: "image" })).to.throw(
      UsageError,
      /found image float32\[3, 8, 8\]; there is "a"/,
    );
  });

  it("refuses a model without an output that can be read", () => {
    expect(() => bindModel(withOutputs(scores("image", [3, 8, 8])))).to.throw(
      ModelError,
      /expected an output with scores or class ids, .*found image float32\[3, 8, 8\]; export one score per class/,
    );
  });
});

describe("outputColumns", () => {
  it("is the number that the model fixes, 1 without an axis for classes, and null where it fixes none", () => {
    expect(outputColumns(scores("y", ["N", 5]))).to.equal(5);
    expect(outputColumns(scores("y", [1, "N", 5]))).to.equal(5);
    expect(outputColumns(scores("y", ["N"]))).to.equal(1);
    expect(outputColumns(scores("y", ["N", "C"]))).to.equal(null);
    expect(outputColumns({ name: "y", type: "int64", shape: null })).to.equal(1);
  });
});
