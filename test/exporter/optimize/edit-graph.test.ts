import { ModelError } from "@evenodds/core";
import { editGraph, fieldBytes, joinBytes, messageFields, onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";

const text = (value: string) => new TextEncoder().encode(value);
const node = (name: string) => onnx.NodeProto.encode({ name, opType: "Relu", input: ["x"], output: [name] }).finish();

// Field 99 stands for what a newer version of ONNX may write.
const newer = fieldBytes(99, text("newer"));
const graph = joinBytes([
  fieldBytes(1, joinBytes([node("a"), newer])),
  fieldBytes(2, text("graph")),
  fieldBytes(1, node("b")),
  fieldBytes(13, onnx.ValueInfoProto.encode({ name: "b" }).finish()),
  newer,
]);
const model = joinBytes([newer, fieldBytes(7, graph), fieldBytes(2, text("someone"))]);
const nothing = { nodes: new Map(), dropped: new Set<string>(), added: [] };

describe("editGraph", () => {
  it("gives the same bytes where nothing is changed, unknown fields included", () => {
    expect(editGraph(model, nothing)).to.deep.equal(model);
  });

  it("replaces, takes out and adds, and leaves the rest as it stands", () => {
    const nodes = new Map([[1, [{ name: "c", opType: "Abs" }, { name: "d" }]]]);
    const edited = editGraph(model, { nodes, dropped: new Set(["b"]), added: [{ name: "constant" }] });
    const after = onnx.ModelProto.decode(edited);
    expect(after.producerName).to.equal("someone");
    expect(after.graph!.node!.map(({ name }) => name)).to.deep.equal(["a", "c", "d"]);
    expect(after.graph!.valueInfo).to.deep.equal([]);
    expect(after.graph!.initializer!.map(({ name }) => name)).to.deep.equal(["constant"]);
    expect(Buffer.from(edited).includes(Buffer.from(fieldBytes(1, joinBytes([node("a"), newer]))))).to.equal(true);
  });

  it("needs exactly one graph", () => {
    expect(() => editGraph(newer, nothing)).to.throw(ModelError, /one graph, found 0/);
  });
});

describe("messageFields", () => {
  it("takes fields of every kind apart, in their order", () => {
    // A varint, 8 bytes, text, 4 bytes.
    const bytes = Uint8Array.of(8, 150, 1, 17, 1, 2, 3, 4, 5, 6, 7, 8, 26, 2, 104, 105, 37, 1, 2, 3, 4);
    const fields = messageFields(bytes);
    expect(fields.map(({ number, whole }) => [number, whole.length])).to.deep.equal([
      [1, 3],
      [2, 9],
      [3, 4],
      [4, 5],
    ]);
    expect(fields[2]!.content).to.deep.equal(text("hi"));
    expect(joinBytes(fields.map(({ whole }) => whole))).to.deep.equal(bytes);
  });

  it("refuses bytes that are cut off", () => {
    expect(() => messageFields(Uint8Array.of(26, 9, 104))).to.throw(ModelError, /cut off/);
  });
});
