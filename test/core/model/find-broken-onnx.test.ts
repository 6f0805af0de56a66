import { readFileSync } from "node:fs";
import { findBrokenOnnx } from "@evenodds/core";
import { expect } from "chai";
import onnxProto from "onnx-proto";

const { ModelProto } = onnxProto.onnx;

/** A field that has a length. */
function field(number: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  const size = length < 128 ? [length] : [(length & 127) | 128, (length >> 7) & 127];
  return Buffer.concat([Uint8Array.of((number << 3) | 2, ...size), content]);
}

const text = (value: string) => new TextEncoder().encode(value);
const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);

describe("findBrokenOnnx", () => {
  const node = join(field(1, text("x")), field(2, text("y")), field(4, text("Relu")));
  const model = join(Uint8Array.of(0x08, 8), field(7, join(field(1, node), field(2, text("graph")))));

  it("finds nothing in a sound file, with fields that it does not know", () => {
    expect(findBrokenOnnx(model)).to.equal(undefined);
    expect(findBrokenOnnx(join(model, field(99, text("of a later version"))))).to.equal(undefined);
    const own = readFileSync(new URL("../../../models/nba-gcn/model.onnx", import.meta.url));
    expect(findBrokenOnnx(own)).to.equal(undefined);
  });

  it("finds every place at which a file is cut off", () => {
    for (let length = 3; length < model.length; length++) {
      expect(findBrokenOnnx(model.subarray(0, length)), `${length}`).to.match(/^cut off or of another format/);
    }
  });

  it("finds a message that ends beyond the one around it, which the classes of protobufjs read", () => {
    const longer = Uint8Array.from(model);
    // The length of the node is one more than there are bytes for in its last field.
    const place = model.indexOf(node[0]!, 4) + 1;
    longer[place]!++;
    expect(findBrokenOnnx(longer)).to.match(/in a (Node|Graph) at byte/);
  });

  it("finds a field of another kind", () => {
    expect(findBrokenOnnx(join(Uint8Array.of(0x3d, 0, 0, 0, 0)))).to.match(/in a Model/);
    expect(findBrokenOnnx(field(1, text("eight")))).to.match(/in a Model/);
    expect(findBrokenOnnx(text("node_id,label\na,1\n"))).to.match(/in a Model/);
  });

  it("finds a second graph, of which one library would take the first and another the last", () => {
    expect(findBrokenOnnx(join(model, field(7, new Uint8Array())))).to.equal("of two models");
  });

  it("ends at graphs nested too deeply, however many they are", () => {
    // A node whose attribute holds a graph whose node …
    let graph: Uint8Array = new Uint8Array();
    const nest = () => (graph = field(1, field(5, field(6, graph))));
    for (let depth = 0; depth < 30; depth++) nest();
    expect(findBrokenOnnx(field(7, graph))).to.equal(undefined);
    for (let depth = 0; depth < 10; depth++) nest();
    expect(findBrokenOnnx(field(7, graph))).to.equal("of more than 100 messages within each other");
  });

  it("reads packed numbers and single ones", () => {
    const tensor = { name: "t", dims: [2], dataType: 1, floatData: [1, 2] };
    const bytes = ModelProto.encode({ irVersion: 8, opsetImport: [], graph: { initializer: [tensor] } }).finish();
    expect(findBrokenOnnx(bytes)).to.equal(undefined);
  });
});
