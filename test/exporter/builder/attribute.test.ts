import { ModelError } from "@evenodds/core";
import { attributeProto, onnx, type Attribute } from "@evenodds/exporter/internal";
import { expect } from "chai";

function throughFile(attribute: Attribute): onnx.AttributeProto {
  return onnx.AttributeProto.decode(onnx.AttributeProto.encode(attributeProto("a", attribute)).finish());
}

describe("attributeProto", () => {
  it("writes text as UTF-8, where the protobuf writer alone would take it for base64", () => {
    expect(Buffer.from(throughFile({ string: "add" }).s).toString()).to.equal("add");
    expect(Buffer.from(throughFile({ string: "größe" }).s).toString()).to.equal("größe");
  });

  it("writes bigints as they are, where the protobuf writer alone would write 0", () => {
    expect(Number(throughFile({ int: 7n }).i)).to.equal(7);
    expect(throughFile({ ints: [1n, -2, 3] }).ints.map(Number)).to.deep.equal([1, -2, 3]);
  });

  it("names the type that each value has", () => {
    const { AttributeType } = onnx.AttributeProto;
    const attributes: Attribute[] = [{ int: 1 }, { ints: [] }, { float: 0.5 }, { string: "" }, { graph: {} }];
    const { INT, INTS, FLOAT, STRING, GRAPH } = AttributeType;
    expect(attributes.map((attribute) => throughFile(attribute).type)).to.deep.equal([INT, INTS, FLOAT, STRING, GRAPH]);
    expect(throughFile({ float: 0.5 }).f).to.equal(0.5);
  });

  it("refuses what the file could not hold", () => {
    expect(() => attributeProto("axis", { int: 0.5 })).to.throw(ModelError, /"axis".*whole number/);
    expect(() => attributeProto("alpha", { float: NaN })).to.throw(ModelError, /"alpha".*finite/);
  });
});
