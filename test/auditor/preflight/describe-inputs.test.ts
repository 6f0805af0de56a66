import { readFileSync } from "node:fs";
import { describeInputs, inspectModel, type DescribedInputs } from "@evenodds/auditor";
import { expect } from "chai";
import { foreignModels, foreignPath, isOnGraph, type ForeignModel } from "../../support/foreign-models.js";
import { buildModel, node, type TensorType } from "../../support/onnx-models.js";

const described = (inputs: readonly TensorType[], metadata: Readonly<Record<string, string>> = {}) =>
  describeInputs(
    inspectModel(
      buildModel({
        inputs,
        outputs: [{ name: "y", type: "FLOAT", shape: ["N", 2] }],
        nodes: [node("Identity", { from: [inputs[0]?.name ?? ""], to: ["y"] })],
        metadata,
      }),
    ),
  );

const ofForeign = ({ name }: ForeignModel) =>
  describeInputs(inspectModel(readFileSync(foreignPath(`${name}/model.onnx`)), name));

/** Inputs of which the maker's list says that a user has to say what they take. */
const mapped = ({ flags }: ForeignModel) =>
  flags.filter((flag) => flag.includes("=")).map((flag) => flag.split("=")[0]!);

/** The role in what the maker's list says of an input, which tells the form too. */
const roleOf = (meaning = "") =>
  meaning === "edge_index[E,2]" ? "edge-list" : meaning.replace(/\[.*/, "").replace("looped ", "");

/** What is expected of an input: its user may give ones in place of the weights that its name asks for. */
const expectedOf = (model: ForeignModel) =>
  model.inputs.map(({ name, meaning }) => {
    const told = meaning === "ones" ? "edge_weight" : null;
    return [name, mapped(model).includes(name) ? told : roleOf(meaning)];
  });

const givenOf = ({ inputs }: DescribedInputs) => inputs.map(({ input, given }) => [input, given]);

describe("describeInputs", () => {
  it("says what each input of a foreign model on a graph takes, unless its user has to", () => {
    for (const model of foreignModels.filter(isOnGraph)) {
      const { graph, table } = ofForeign(model);
      const expected = expectedOf(model);
      expect(givenOf(graph), model.name).to.deep.equal(expected);
      expect(graph.problem, model.name).to.equal(null);
      expect(table, model.name).to.equal(null);
    }
  });

  it("says by which columns each input of a foreign model on a table is known", () => {
    for (const model of foreignModels.filter((one) => !isOnGraph(one))) {
      const { table } = ofForeign(model);
      const expected = model.inputs.map(({ name, meaning }) => [name, meaning === "columns" ? "5 columns" : name]);
      expect(givenOf(table!), model.name).to.deep.equal(expected);
    }
  });

  it("names the columns that the metadata name, and what to say where nothing tells", () => {
    const wide = { name: "X", type: "FLOAT", shape: ["N", 2] } as const;
    const { table } = described([wide], { feature_names: "age,income" });
    expect(table!.inputs).to.deep.equal([
      {
        input: "X",
        given: "age, income",
        knownBy: "name",
        text: `"age", "income" (by name, from the model's metadata feature_names)`,
      },
    ]);
    const open = described([{ ...wide, shape: ["N", "F"] }]).table!;
    expect(open.inputs[0]).to.deep.include({
      given: null,
      text: "not known: name its columns with ‘map’ X=age,income,…",
    });
    const two = described([wide, { ...wide, name: "Z" }, { name: "p", type: "FLOAT", shape: [] }]).table!;
    expect(two.inputs.map(({ given }) => given)).to.deep.equal([null, null, null]);
    expect(two.inputs[2]!.text).to.equal("not known: give its value with ‘map’ p=0.5 or another number");
    const wrong = described([wide], { feature_names: "age,age" }).table!;
    expect(wrong.problem).to.match(/^metadata feature_names: expected distinct names/);
  });

  it("says why a model does not run on a graph", () => {
    const { graph } = described([{ name: "edge_index", type: "INT64", shape: [2, "E"] }]);
    expect(graph.problem).to.match(/^model: expected an input for the features of the nodes/);
    expect(givenOf(graph)).to.deep.equal([["edge_index", "edge_index"]]);
  });
});
