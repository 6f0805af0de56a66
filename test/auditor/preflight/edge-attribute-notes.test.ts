import { bindModel, edgeAttributeNotes, inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import { buildModel, node, type TensorType } from "../../support/onnx-models.js";

const x: TensorType = { name: "x", type: "FLOAT", shape: ["N", 2] };
const edges: TensorType = { name: "edge_index", type: "INT64", shape: [2, "E"] };

function boundInputs(inputs: readonly TensorType[]) {
  const nodes = [node("Identity", { from: ["x"], to: ["logits"] })];
  const outputs: TensorType[] = [{ name: "logits", type: "FLOAT", shape: ["N", 2] }];
  return bindModel(inspectModel(buildModel({ inputs, outputs, nodes }))).inputs;
}

describe("edgeAttributeNotes", () => {
  const given = { names: ["p", "q"], values: Float32Array.of(1, 2) };

  it("says that columns were matched by position, and which", () => {
    const taking = boundInputs([x, edges, { name: "efeat", type: "FLOAT", shape: ["E", 2] }]);
    expect(edgeAttributeNotes(taking, given)).to.deep.equal([
      'efeat took the attributes of the arcs by position, "p", "q": not checked, because the model does not record their names.',
    ]);
  });

  it("says that a model without such an input was not given them, and nothing of a graph without", () => {
    expect(edgeAttributeNotes(boundInputs([x, edges]), given)).to.deep.equal([
      'The attributes of the arcs, "p", "q", were not given to the model, which has no input for them.',
    ]);
    expect(edgeAttributeNotes(boundInputs([x, edges]), undefined)).to.deep.equal([]);
  });
});
