import { readSignature } from "@evenodds/exporter/internal";
import { expect } from "chai";

describe("readSignature", () => {
  it("reads inputs with their types, and the types of outputs", () => {
    expect(readSignature("x number, k int64 -> number, int64")).to.deep.equal({
      inputs: [
        { name: "x", type: "number", isOptional: false, isSeveral: false },
        { name: "k", type: "int64", isOptional: false, isSeveral: false },
      ],
      outputs: ["number", "int64"],
      fewest: 2,
      most: 2,
    });
  });

  it("knows inputs that may be left out and those that stand for several", () => {
    expect(readSignature("data any, axes int64? -> any")).to.deep.include({ fewest: 1, most: 2 });
    expect(readSignature("inputs each... -> nested")).to.deep.include({ fewest: 1, most: Infinity });
  });

  it("refuses what is no type, and a line without an arrow", () => {
    expect(() => readSignature("a float -> float32")).to.throw(TypeError, /"a float -> float32": "float" is no type/);
    expect(() => readSignature("a float32")).to.throw(TypeError, /"" is no type/);
  });
});
