import { bindModel, inspectModel, prepareInputs } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import { graphsFor } from "evenodds/internal/models";
import { buildModel, node, type TensorType } from "../../support/onnx-models.js";
import { rejection } from "../../data/support/temp-graph.js";

function taking(attributes: TensorType) {
  const inputs: TensorType[] = [
    { name: "x", type: "FLOAT", shape: ["N", 2] },
    { name: "edge_index", type: "INT64", shape: [2, "E"] },
    attributes,
  ];
  const outputs: TensorType[] = [{ name: "logits", type: "FLOAT", shape: ["N", 2] }];
  const nodes = [node("Identity", { from: ["x"], to: ["logits"] })];
  const description = inspectModel(buildModel({ inputs, outputs, nodes }));
  return { description, binding: bindModel(description) };
}

describe("graphsFor", () => {
  it("draws graphs whose arcs have as many attributes as a model takes", async () => {
    for (const [shape, count] of [
      [["E", 3], 3],
      [["E"], 1],
    ] as const) {
      const { description, binding } = taking({ name: "edge_attr", type: "FLOAT", shape });
      const graphs = await graphsFor(description, binding, undefined);
      expect(graphs).to.have.length(4);
      for (const { graph } of graphs) {
        expect(graph.edgeAttributes!.names).to.have.length(count);
        expect(prepareInputs(description, binding, graph)[2]!.dims[0]).to.equal(graph.source.length);
      }
    }
  });

  it("refuses a model that does not say how many", async () => {
    const { description, binding } = taking({ name: "edge_attr", type: "FLOAT", shape: ["E", "D"] });
    const error = await rejection(graphsFor(description, binding, undefined));
    expect(error).to.be.instanceOf(ModelError);
    expect(error.message).to.include("edge_attr: expected a number of attributes that is fixed in the file");
  });
});
