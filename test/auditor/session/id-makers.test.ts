import { idMakers, type PlacedNode } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { buildModel, contract, integers, node } from "../../support/onnx-models.js";

const ran = (name: string, [inputs, outputs]: readonly [inputs: string[], outputs: string[]]): PlacedNode => ({
  name,
  operator: name.split("_")[0]!,
  provider: "CPUExecutionProvider",
  inputs,
  outputs,
});

/** Class ids: `names[argmax(x)]`; beside them the number of arcs, which no id depends on. Nodes have no names. */
const model = buildModel({
  inputs: contract({ features: 2, classes: 2 }).inputs,
  outputs: [
    { name: "ids", type: "INT64", shape: ["N"] },
    { name: "arcs", type: "INT64", shape: [1] },
  ],
  nodes: [
    node("Gather", { from: ["edge_index", "zero"], to: ["source"] }, { axis: 0 }),
    node("Shape", { from: ["source"], to: ["arcs"] }),
    node("ArgMax", { from: ["x"], to: ["best"] }, { axis: 1, keepdims: 0 }),
    node("Gather", { from: ["names", "best"], to: ["named"] }),
    node("Identity", { from: ["named"], to: ["ids"] }),
  ],
  initializers: [integers("zero", [], [0]), integers("names", [2], [7, 9])],
});

const nodes = [
  ran("Gather_0", [["int64", "int64"], ["int64"]]),
  ran("Shape_1", [["int64"], ["int64"]]),
  ran("ArgMax_2", [["float"], ["int64"]]),
  ran("Gather_3", [["int64", "int64"], ["int64"]]),
];

describe("idMakers", () => {
  it("are the nodes of whole numbers between the last floats and the output", () => {
    const makesIds = idMakers(model, { output: "ids", nodes });
    expect(nodes.filter(makesIds).map(({ name }) => name)).to.deep.equal(["Gather_3"]);
  });

  it("are none for an output of sizes", () => {
    const makesIds = idMakers(model, { output: "arcs", nodes });
    expect(nodes.filter(makesIds)).to.deep.equal([]);
  });

  it("are all nodes up to the inputs where no float is between", () => {
    // Without the profile's word that ArgMax read floats, it is one of them.
    const blind = nodes.filter(({ name }) => name !== "ArgMax_2");
    expect(idMakers(model, { output: "ids", nodes: blind })(ran("ArgMax_2", [["int64"], ["int64"]]))).to.equal(true);
  });

  it("may be nodes that ONNX Runtime made, which are not in the file", () => {
    const makesIds = idMakers(model, { output: "ids", nodes });
    expect(makesIds(ran("Fused_9", [["int64"], ["int64"]]))).to.equal(true);
    expect(makesIds(ran("Shape_9", [["int64"], ["int64"]]))).to.equal(false);
  });

  it("are found in the branches of an If", () => {
    const branch = (name: string) => ({
      name,
      node: [{ ...node("Add", { from: ["best", "one"], to: [`${name}_out`] }), name: `${name}_add` }],
      output: [{ name: `${name}_out` }],
    });
    const branches = { then_branch: { graph: branch("yes") }, else_branch: { graph: branch("no") } };
    const branching = buildModel({
      inputs: contract({ features: 2, classes: 2 }).inputs,
      outputs: [{ name: "ids", type: "INT64", shape: ["N"] }],
      nodes: [
        node("ArgMax", { from: ["x"], to: ["best"] }, { axis: 1, keepdims: 0 }),
        node("If", { from: ["yes"], to: ["ids"] }, branches),
      ],
      initializers: [integers("one", [1], [1])],
    });
    const argMax = ran("ArgMax_0", [["float"], ["int64"]]);
    const makesIds = idMakers(branching, { output: "ids", nodes: [argMax] });
    expect([argMax, ran("yes_add", [["int64"], ["int64"]])].map(makesIds)).to.deep.equal([false, true]);
  });
});
