import { bindModel, inspectModel, reportedInputs, inputNote, type InputMap } from "@evenodds/auditor";
import { ModelError, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { buildModel, node, type TensorType } from "../../support/onnx-models.js";

const x: TensorType = { name: "x", type: "FLOAT", shape: ["N", 2] };
const edges: TensorType = { name: "edge_index", type: "INT64", shape: [2, "E"] };
const logits: TensorType = { name: "logits", type: "FLOAT", shape: ["N", 2] };

/** Inputs of a model and what they are given, by name. */
function rolesOf(inputs: readonly TensorType[], map?: InputMap): Record<string, string> {
  const nodes = [node("Identity", { from: [inputs[0]?.name ?? "x"], to: ["logits"] })];
  const description = inspectModel(buildModel({ inputs, outputs: [logits], nodes }));
  const bound = bindModel(description, { map }).inputs;
  expect(bound.map(({ tensor }) => tensor.name)).to.deep.equal(inputs.map(({ name }) => name));
  return Object.fromEntries(bound.map(({ tensor, role, knownBy }) => [tensor.name, `${role} by ${knownBy}`]));
}

describe("bindInputs", () => {
  it("knows inputs by their names, in any spelling and order", () => {
    expect(rolesOf([edges, x])).to.deep.equal({ edge_index: "edge_index by name", x: "x by name" });
    const dgl: TensorType[] = [
      { name: "Node-Feat", type: "FLOAT", shape: ["n", 5] },
      { name: "src", type: "INT32", shape: ["e"] },
      { name: "dst", type: "INT32", shape: ["e"] },
      { name: "weights", type: "FLOAT", shape: ["e", 1] },
    ];
    expect(rolesOf(dgl)).to.deep.equal({
      "Node-Feat": "x by name",
      src: "source by name",
      dst: "target by name",
      weights: "edge_weight by name",
    });
    const batched: TensorType[] = [
      { name: "batch", type: "INT64", shape: ["N"] },
      { name: "x", type: "FLOAT16", shape: ["N", 2] },
      { name: "edge_index", type: "INT64", shape: ["E", 2] },
      { name: "num_nodes", type: "INT64", shape: [] },
    ];
    expect(rolesOf(batched)).to.deep.equal({
      batch: "batch by name",
      x: "x by name",
      edge_index: "edge-list by name",
      num_nodes: "num_nodes by name",
    });
  });

  it("knows features and arcs of other names as the only inputs of their form", () => {
    const auto: TensorType[] = [
      { name: "onnx::MatMul_0", type: "DOUBLE", shape: ["N", 3] },
      { name: "onnx::Gather_1", type: "INT64", shape: [2, "E"] },
    ];
    expect(rolesOf(auto)).to.deep.equal({ "onnx::MatMul_0": "x by shape", "onnx::Gather_1": "edge_index by shape" });
    expect(rolesOf([{ ...x, name: "p" }])).to.deep.equal({ p: "x by shape" });
  });

  it("prefers the usual name to another one of the same form", () => {
    const two: TensorType[] = [{ name: "input", type: "FLOAT", shape: ["N", 2] }, x, edges];
    expect(() => rolesOf(two)).to.throw(
      ModelError,
      /model input input: .*found input float32\[N, 2\]; say what it takes/,
    );
    expect(() => rolesOf(two, { input: "x" })).to.throw(ModelError, /model input x: .*found x float32\[N, 2\]/);
  });

  it("asks what an input takes whose name and form do not tell, with the words to write", () => {
    const deg: TensorType = { name: "deg", type: "FLOAT", shape: ["N"] };
    expect(() => rolesOf([x, edges, deg])).to.throw(
      ModelError,
      /model input deg: expected an input whose name and form tell what it takes, found deg float32\[N\]; say what it takes with ‘map’ deg=…: edge_weight, edge_attr, ones, gcn-norm, gcn-norm-without-loops, degree, mask$/,
    );
    expect(rolesOf([x, edges, deg], { deg: "degree" })).to.include({ deg: "degree by map" });
    const temperature: TensorType = { name: "temperature", type: "FLOAT", shape: [] };
    expect(() => rolesOf([x, edges, temperature])).to.throw(ModelError, /‘map’ temperature=0\.5 or another number$/);
    expect(rolesOf([x, edges, temperature], { temperature: 2 })).to.include({ temperature: "value by map" });
    const image: TensorType = { name: "image", type: "FLOAT", shape: [3, 224, 224] };
    expect(() => rolesOf([x, edges, image])).to.throw(ModelError, /a graph has nothing of this form/);
  });

  it("knows attributes of arcs by their names, any number of them", () => {
    for (const name of [
      "edge_attr",
      "Edge-Attrs",
      "edge_features",
      "edge_feat",
      "edge_feats",
      "edge_feature",
      "efeat",
    ]) {
      expect(rolesOf([x, edges, { name, type: "FLOAT16", shape: ["E", 3] }])).to.include({
        [name]: "edge_attr by name",
      });
    }
    const open: TensorType = { name: "edge_attr", type: "FLOAT", shape: ["E", "D"] };
    expect(rolesOf([open, edges, { ...x, name: "p" }])).to.deep.equal({
      edge_attr: "edge_attr by name",
      edge_index: "edge_index by name",
      p: "x by shape",
    });
    const other: TensorType = { name: "ties", type: "FLOAT", shape: ["E", 3] };
    expect(() => rolesOf([x, edges, other])).to.throw(ModelError, /‘map’ ties=…: x, edge_attr$/);
    expect(rolesOf([x, edges, other], { ties: "edge_attr" })).to.include({ ties: "edge_attr by map" });
    expect(rolesOf([x, edges, open], { edge_attr: "x", x: "edge_attr" }), "as requested").to.include({
      x: "edge_attr by map",
    });
  });

  it("refuses to add self loops to arcs that have attributes", () => {
    const attributes: TensorType = { name: "edge_attr", type: "FLOAT", shape: ["E", 3] };
    const norm: TensorType = { name: "norm", type: "FLOAT", shape: ["E"] };
    expect(() => rolesOf([x, edges, attributes, norm], { norm: "gcn-norm" })).to.throw(
      UsageError,
      /‘map’ norm: expected arcs as they are, because a self loop for every node has no attributes for edge_attr, found gcn-norm; .*gcn-norm-without-loops/,
    );
    const without = rolesOf([x, edges, attributes, norm], { norm: "gcn-norm-without-loops" });
    expect(without).to.include({ norm: "gcn-norm-without-loops by map", edge_attr: "edge_attr by name" });
  });

  it("takes a matrix for the adjacency matrix only where the model adds up its rows", () => {
    const adj: TensorType = { name: "adj", type: "FLOAT", shape: ["N", "N"] };
    expect(() => rolesOf([x, adj])).to.throw(
      ModelError,
      /model input adj: expected a word on whether the matrix is normalized, .*‘map’ adj=…: x, edge_attr, adjacency, adjacency-self-loops, gcn-norm$/,
    );
    expect(rolesOf([x, adj], { adj: "gcn-norm" })).to.deep.equal({ x: "x by name", adj: "gcn-norm by map" });
    const nodes = [
      node("ReduceSum", { from: ["adj"], to: ["degree"] }, { keepdims: 1 }),
      node("MatMul", { from: ["adj", "x"], to: ["sum"] }),
      node("Div", { from: ["sum", "degree"], to: ["logits"] }),
    ];
    const description = inspectModel(buildModel({ inputs: [x, adj], outputs: [logits], nodes }));
    expect(bindModel(description).inputs[1]).to.deep.include({ role: "adjacency", knownBy: "name" });
  });

  it("refuses entries of the map that name no input, no part, or one of another form", () => {
    expect(() => rolesOf([x, edges], { edge_idx: "edge_index" })).to.throw(
      UsageError,
      /‘map’: expected names of inputs of the model, found "edge_idx"; did you mean "edge_index"\?/,
    );
    expect(() => rolesOf([x, edges], { x: "adjacancy" as "x" })).to.throw(UsageError, /did you mean "adjacency"\?/);
    expect(() => rolesOf([x, edges], { x: "batch" })).to.throw(
      UsageError,
      /‘map’ x: expected one of x, edge_attr, found batch, which does not have the form of x float32\[N, 2\]/,
    );
    expect(() => rolesOf([x, edges], { x: 1 })).to.throw(UsageError, /the input is no single number/);
    const steps: TensorType = { name: "steps", type: "INT64", shape: [1] };
    expect(() => rolesOf([x, edges, steps], { steps: 0.5 })).to.throw(
      UsageError,
      /expected a whole number, found 0\.5/,
    );
    const training: TensorType = { name: "training", type: "BOOL", shape: [] };
    expect(rolesOf([x, edges, training], { training: false })).to.include({ training: "value by map" });
    expect(() => rolesOf([x, edges, training], { training: 2 })).to.throw(
      UsageError,
      /expected true or false, found 2/,
    );
  });

  it("refuses a model without features, and one end of the arcs without the other", () => {
    expect(() => rolesOf([edges])).to.throw(
      ModelError,
      /an input for the features of the nodes.*found edge_index int64/,
    );
    const src: TensorType = { name: "src", type: "INT64", shape: ["E"] };
    expect(() => rolesOf([x, src])).to.throw(ModelError, /an input for the targets of the arcs beside src/);
  });

  it("refuses names of axes that contradict what was understood", () => {
    const weight: TensorType = { name: "weight", type: "FLOAT", shape: ["N"] };
    expect(() => rolesOf([x, edges, weight])).to.throw(
      ModelError,
      /model input weight: expected N to be the number of arcs, found N for the number of nodes in x float32\[N, 2\]/,
    );
    expect(rolesOf([x, edges, weight], { weight: "mask" })).to.include({ weight: "mask by map" });
  });
});

describe("inputNote", () => {
  it("says what inputs were given and how that is known, where they are not those of evenodds", () => {
    const bound = (inputs: TensorType[], map?: InputMap) => {
      const nodes = [node("Identity", { from: ["x"], to: ["logits"] })];
      return bindModel(inspectModel(buildModel({ inputs, outputs: [logits], nodes })), { map }).inputs;
    };
    expect(reportedInputs(bound([x, edges]))).to.equal(null);
    const scaled = bound([x, { name: "p", type: "FLOAT", shape: [] }], { p: 0.5 });
    expect(reportedInputs(scaled)).to.deep.equal([
      { name: "x", given: "x", knownBy: "name" },
      { name: "p", given: "0.5", knownBy: "map" },
    ]);
    expect(inputNote(scaled)).to.equal(
      "The model's inputs were given: x the features (by its name); p 0.5 (as requested). It takes no arcs: the edges of the graph do not matter to it.",
    );
  });
});
