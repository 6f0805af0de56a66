import { inspectModel, recordedClasses } from "@evenodds/auditor";
import { expect } from "chai";
import { buildModel, contract, node } from "../../support/onnx-models.js";

const texts = (name: string, values: readonly string[]) => ({
  name,
  type: 8,
  strings: values.map((value) => new TextEncoder().encode(value)),
});
const numbers = (name: string, values: readonly number[]) => ({ name, type: 7, ints: [...values] });

interface Operator {
  readonly operator: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly attribute?: object;
}

/** A node of `ai.onnx.ml` with one attribute. */
const ml = ({ operator, from, to, attribute }: Operator) => ({
  ...node(operator, { from: [from], to }),
  domain: "ai.onnx.ml",
  attribute: attribute === undefined ? [] : [attribute],
});
const pass = (operator: string, from: string, to: string) => node(operator, { from: [from], to: [to] });

const labelsOf = (nodes: Parameters<typeof buildModel>[0]["nodes"]) =>
  inspectModel(buildModel({ ...contract({ features: 3, classes: 3 }), nodes })).classLabels;

const classifier = (to: string, attribute: object) =>
  ml({ operator: "LinearClassifier", from: "x", to: ["label", to], attribute });
const words = texts("classlabels_strings", ["low", "medium", "high"]);

describe("classLabels", () => {
  it("gives an output the labels of the classifier whose scores it is, texts or numbers", () => {
    expect(labelsOf([classifier("logits", words)])).to.deep.equal([
      { output: "logits", operator: "LinearClassifier", names: ["low", "medium", "high"] },
    ]);
    expect(labelsOf([classifier("logits", numbers("classlabels_ints", [3, 1, -2]))])[0]!.names).to.deep.equal([
      "3",
      "1",
      "-2",
    ]);
    const trees = ml({
      ...{ operator: "TreeEnsembleClassifier", from: "x", to: ["label", "logits"] },
      attribute: numbers("classlabels_int64s", [0, 2, 1]),
    });
    expect(labelsOf([trees])[0]!.names).to.deep.equal(["0", "2", "1"]);
  });

  it("follows the scores through operators that leave columns in place, and through no others", () => {
    for (const operators of [["Identity"], ["Softmax"], ["Cast", "Log", "Reshape"]]) {
      const chain = operators.map((operator, i) =>
        pass(operator, `t${i}`, i === operators.length - 1 ? "logits" : `t${i + 1}`),
      );
      expect(labelsOf([classifier("t0", words), ...chain]), operators.join()).to.have.length(1);
    }
    for (const operator of ["Gather", "Transpose", "MatMul", "ReverseSequence"]) {
      expect(labelsOf([classifier("t0", words), pass(operator, "t0", "logits")]), operator).to.deep.equal([]);
    }
  });

  it("takes the labels of a ZipMap for what it reads", () => {
    const zip = ml({ operator: "ZipMap", from: "logits", to: ["maps"], attribute: words });
    expect(labelsOf([pass("Identity", "x", "logits"), zip])[0]).to.deep.equal({
      output: "logits",
      operator: "ZipMap",
      names: ["low", "medium", "high"],
    });
  });

  it("finds none in the label output of a classifier, without the attribute, or in a circle", () => {
    expect(labelsOf([classifier("scores", words), pass("Identity", "label", "logits")])).to.deep.equal([]);
    expect(labelsOf([ml({ operator: "LinearClassifier", from: "x", to: ["label", "logits"] })])).to.deep.equal([]);
    expect(labelsOf([pass("Identity", "a", "logits"), pass("Identity", "logits", "a")])).to.deep.equal([]);
  });

  it("stands in for names that the metadata lack", () => {
    const model = buildModel({ ...contract({ features: 3, classes: 3 }), nodes: [classifier("logits", words)] });
    expect(recordedClasses(inspectModel(model), "logits")).to.deep.equal({
      names: ["low", "medium", "high"],
      source: "operator LinearClassifier",
      areNumbers: false,
    });
  });
});
