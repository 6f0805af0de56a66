import { bindModel, bindOutput, inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import { buildModel, integers, node, type ModelParts } from "../../support/onnx-models.js";

const scorer = node(
  "ai.onnx.ml:LinearClassifier",
  { from: ["x"], to: ["label", "scores"] },
  {
    coefficients: { floats: [1, 0, 0, 1, 1, 1] },
    intercepts: { floats: [0, 0, 0] },
    classlabels_strings: ["a", "b", "c"],
    post_transform: "SOFTMAX",
  },
);
const plain = node("MatMul", { from: ["x", "x"], to: ["scores"] });
const numbers = [0, 1, 2, 3].map((value) => integers(`k${value}`, [1], [value]));

const slice = (place: number, to: string) =>
  node("Slice", { from: ["scores", `k${place}`, `k${place + 1}`, "k1"], to: [to] });
const gather = (place: number, to: string) => node("Gather", { from: ["scores", `k${place}`], to: [to] }, { axis: 1 });
const extract = (place: number, to: string) =>
  node("ai.onnx.ml:ArrayFeatureExtractor", { from: ["scores", `k${place}`], to: [to] });

/** A model with these outputs. */
function model(outputs: readonly string[], nodes: ModelParts["nodes"], from = scorer): Uint8Array {
  return buildModel({
    inputs: [{ name: "x", type: "FLOAT", shape: ["N", 2] }],
    outputs: outputs.map((name) => ({ name, type: "FLOAT", shape: ["N", 1] })),
    nodes: [from, ...nodes],
    initializers: numbers,
    domains: { "ai.onnx.ml": 1 },
  });
}

const columnsOf = (outputs: readonly string[], nodes: ModelParts["nodes"], from = scorer) =>
  inspectModel(model(outputs, nodes, from)).columnOutputs;

describe("columnOutputs", () => {
  it("are every column of a classifier's scores, in the order of the columns, by any of three operators", () => {
    const nodes = [gather(2, "r"), slice(1, "q0"), node("Identity", { from: ["q0"], to: ["q"] }), extract(0, "p")];
    expect(columnsOf(["r", "p", "q"], nodes)).to.deep.equal([{ tensor: "scores", outputs: ["p", "q", "r"] }]);
  });

  it("are read as one matrix with the classes of the classifier, or one of them alone", () => {
    const described = inspectModel(model(["p", "q", "r"], [slice(0, "p"), slice(1, "q"), slice(2, "r")]));
    const matrix = { name: "scores", type: "float32", shape: ["N", 3] };
    expect(bindOutput(described)).to.deep.equal(matrix);
    expect(bindOutput(described, "scores")).to.deep.equal(matrix);
    expect(bindOutput(described, "q").shape).to.deep.equal(["N", 1]);
    expect(described.outputMeanings.at(-1)).to.include({ output: "scores", kind: "probabilities" });
    expect(described.classLabels.find(({ output }) => output === "scores")!.names).to.deep.equal(["a", "b", "c"]);
  });

  it("are none where one column lacks, or is there twice, or the matrix is an output too", () => {
    expect(columnsOf(["p", "q"], [slice(0, "p"), slice(1, "q")])).to.deep.equal([]);
    const twice = [slice(0, "p"), slice(1, "q"), slice(2, "r"), gather(1, "s")];
    expect(columnsOf(["p", "q", "r", "s"], twice)).to.deep.equal([]);
    const whole = [slice(0, "p"), slice(1, "q"), slice(2, "r")];
    expect(columnsOf(["p", "q", "r", "scores"], whole)).to.deep.equal([]);
    const rows = node("Gather", { from: ["scores", "k2"], to: ["r"] }, { axis: 0 });
    expect(columnsOf(["p", "q", "r"], [slice(0, "p"), slice(1, "q"), rows])).to.deep.equal([]);
  });

  it("are refused, with a word on what to do, where no classifier names them", () => {
    const bytes = model(["p", "q", "r"], [slice(0, "p"), slice(1, "q"), slice(2, "r")], plain);
    const described = inspectModel(bytes);
    expect(described.columnOutputs).to.deep.equal([]);
    expect(() => bindModel(described)).to.throw(
      /expected one output with scores, .*‘output’ p, q, r; if each is the score of a class, export them as one matrix \[N, C\]/,
    );
  });
});
