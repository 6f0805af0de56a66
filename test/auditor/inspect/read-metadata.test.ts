import { inspectModel } from "@evenodds/auditor";
import { ModelError, type Provenance } from "@evenodds/core";
import { expect } from "chai";
import { linearModel } from "../../support/onnx-models.js";

const read = (metadata: Record<string, string>) =>
  inspectModel(linearModel({ features: 2, classes: 2 }, { metadata })).metadata;

const provenance: Provenance = {
  tool: "evenodds 0.1.0",
  method: "plain",
  seed: 7,
  options: { hidden: 16 },
  engine: "wasm",
  graph: { name: "ring", sha256: "ab" },
  sensitive: null,
  epochs: 20,
};

describe("readMetadata", () => {
  it("reads what evenodds writes and keeps foreign keys", () => {
    const split = { train: "0123456789abcdef".repeat(2), validation: "", test: "fedcba9876543210" };
    const metadata = read({
      "evenodds.feature_names": '["age","income"]',
      "evenodds.task": "binary",
      "evenodds.classes": '["no","yes"]',
      "evenodds.label": "approved",
      "evenodds.form": "portable",
      "evenodds.preprocessing": '{"method":"z-score","scale":[1,2]}',
      "evenodds.split": JSON.stringify(split),
      "evenodds.provenance": JSON.stringify(provenance),
      "evenodds.later": "of a later version",
      model_author: "somebody",
    });
    expect(metadata).to.deep.equal({
      featureNames: ["age", "income"],
      task: "binary",
      classes: ["no", "yes"],
      labelName: "approved",
      form: "portable",
      preprocessing: "z-score",
      split,
      provenance,
      foreign: { "evenodds.later": "of a later version", model_author: "somebody" },
    });
  });

  it("is null throughout for a model of another tool", () => {
    const { foreign, ...own } = read({ names: "x" });
    expect(foreign).to.deep.equal({ names: "x" });
    expect(Object.values(own)).to.deep.equal([null, null, null, null, null, null, null, null]);
  });

  for (const task of ["classification", "binary", "regression"]) {
    it(`knows the task ${task}`, () => expect(read({ "evenodds.task": task }).task).to.equal(task));
  }

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    [
      "feature_names",
      "age,income",
      /evenodds\.feature_names: expected a JSON list of distinct texts, found age,income/,
    ],
    ["feature_names", '["age","age"]', /distinct/],
    ["classes", "[0,1]", /evenodds\.classes: expected a JSON list/],
    ["classes", "", /found nothing/],
    ["task", "regresion", /evenodds\.task: expected classification, binary, regression.*did you mean "regression"/],
    ["task", "ranking", /found ranking/],
    ["task", "", /found nothing/],
    ["preprocessing", "[]", /"method"/],
    ["split", '{"train":"012","validation":"","test":""}', /16 hex digits/],
    ["split", '{"train":"","train":"","validation":"","test":""}', /found the key "train" twice in one object/],
    ["split", '{"train":""}', /train, validation and test/],
    ["provenance", '{"tool":"x"}', /tool, method, seed/],
    ["provenance", JSON.stringify({ ...provenance, seed: "7" }), /evenodds\.provenance/],
  ];
  for (const [key, value, message] of wrong) {
    it(`refuses evenodds.${key} = ${value.slice(0, 30)}`, () => {
      expect(() => read({ [`evenodds.${key}`]: value })).to.throw(ModelError, message);
    });
  }
});
