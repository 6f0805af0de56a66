import { ProofError } from "@evenodds/core";
import { checkOptimized, deriveFacts, floatTensor, onnx, tensorProto } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { handModel, nodeProto, type HandNode } from "./hand-model.js";

const bytes = handModel();
const facts = deriveFacts(onnx.ModelProto.decode(bytes).graph!);

/** Checks nodes that read values of the model: x float32 [N, 2], source and target int64 [E], logits float32 [N, 2]. */
function check(...nodes: readonly HandNode[]): () => void {
  const constants = [tensorProto("three", floatTensor(new Float32Array(3)))];
  return () => checkOptimized(bytes, { nodes: nodes.map(nodeProto), constants, facts });
}

describe("checkOptimized", () => {
  it("accepts nodes that fit the values of the model, of which little may be known", () => {
    expect(check(["Gather", ["x", "source"], "new"], ["Add", ["new", "rows"], "sum"])).not.to.throw();
    expect(check(["Add", ["x", "x"], "logits"])).not.to.throw();
  });

  it("finds types and shapes of the model that a new node does not take", () => {
    expect(check(["Add", ["x", "source"], "new"])).to.throw(
      ProofError,
      /b of node "": expected float32, as a, found int64 \("source"\)/,
    );
    expect(check(["Add", ["x", "three"], "new"])).to.throw(
      ProofError,
      /shapes that broadcast, found \[\?, 2\] and \[3\]/,
    );
  });

  it("finds what has another type or shape than the value that it stands for", () => {
    expect(check(["Shape", ["x"], "logits"])).to.throw(
      ProofError,
      /value "logits": expected float32\[\?, 2\] as before, found int64\[2\]/,
    );
    expect(check(["Concat", ["x", "x"], "logits", { axis: { int: 1 } }])).to.throw(
      ProofError,
      /value "logits": expected float32\[\?, 2\] as before, found float32\[\?, 4\]/,
    );
  });

  it("finds operators that the exporter does not know", () => {
    expect(check(["Gelu", ["x"], "new"])).to.throw(ProofError, /operator of the exporter, found "Gelu"/);
  });
});
