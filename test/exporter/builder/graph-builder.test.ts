import { ModelError } from "@evenodds/core";
import { add, floatTensor, GraphBuilder, int64Tensor, operatorNames, relu } from "@evenodds/exporter/internal";
import { expect } from "chai";

const one = floatTensor(Float32Array.of(1));

describe("GraphBuilder", () => {
  it("keeps nodes in the order in which they were added, each with a name of its own", () => {
    const graph = new GraphBuilder();
    const x = graph.input({ name: "x", elementType: "float32", shape: ["N", 2] });
    graph.output("y", { value: relu(graph, relu(graph, x)), shape: ["N", 2] });
    const { node } = graph.toProto("g");
    expect(node.map(({ name, input }) => `${name!} < ${input!.join()}`)).to.deep.equal([
      "Relu_0 < x",
      "Relu_1 < Relu_0",
      "y < Relu_1",
    ]);
  });

  it("stores equal constants once, and those of another type or shape apart", () => {
    const graph = new GraphBuilder();
    const values = [one, floatTensor(Float32Array.of(1)), floatTensor(Float32Array.of(1), [1, 1]), int64Tensor([1])];
    const names = values.map((value) => graph.constant(value).name);
    expect(names).to.deep.equal(["Constant_0", "Constant_0", "Constant_1", "Constant_2"]);
    expect(graph.toProto("g").initializer).to.have.length(3);
  });

  it("steers fresh names around names that were chosen", () => {
    const graph = new GraphBuilder();
    graph.initializer("Relu_0", one);
    expect(relu(graph, graph.constant(one)).name).to.equal("Relu_1");
  });

  it("refuses a name that is taken", () => {
    const graph = new GraphBuilder();
    graph.initializer("w", one);
    expect(() => graph.initializer("w", one)).to.throw(ModelError, /not in use, found "w"/);
    expect(() => graph.input({ name: "", elementType: "int64", shape: [] })).to.throw(ModelError, /not in use/);
  });

  it("refuses to read a value of another graph, or of a nested graph from outside", () => {
    const graph = new GraphBuilder();
    const foreign = new GraphBuilder().initializer("elsewhere", one);
    expect(() => relu(graph, foreign)).to.throw(ModelError, /input of Relu.*"elsewhere"/);
    let inside = foreign;
    graph.nested("branch", (inner) => (inside = relu(inner, inner.constant(one))));
    expect(() => relu(graph, inside)).to.throw(ModelError, /input of Relu/);
  });

  it("lets a nested graph read values around it, and never hands such a value out as its own", () => {
    const graph = new GraphBuilder();
    const outer = graph.constant(one);
    const { node, output } = graph.nested("branch", () => outer);
    expect(node!.map(({ opType, input }) => [opType, input])).to.deep.equal([["Identity", ["Constant_0"]]]);
    expect(output![0]!.name).to.equal(node![0]!.output![0]);
  });

  it("gives a nested graph inputs of the types that it asks for, and passes none of them on unchanged", () => {
    const graph = new GraphBuilder();
    const nested = graph.nested("body", (_, [, numbers]) => numbers!, { inputs: ["int64", "float32"] });
    expect(nested.input!.map(({ name, type }) => [name, type!.tensorType!.elemType])).to.deep.equal([
      ["Input_0", 7],
      ["Input_1", 1],
    ]);
    expect(nested.node!.map(({ opType, input }) => [opType, input])).to.deep.equal([["Identity", ["Input_1"]]]);
  });

  it("does not offer ScatterND, and does not compile operands of two types", () => {
    expect(operatorNames).not.to.include("ScatterND");
    const graph = new GraphBuilder();
    // @ts-expect-error the operator is left out on purpose
    const scatter = () => graph.node("ScatterND", { inputs: [], outputs: ["float32"] });
    // @ts-expect-error float32 and int64 do not mix
    const mixed = () => add(graph, { a: graph.constant(one), b: graph.constant(int64Tensor([1])) });
    expect([scatter, mixed]).to.have.length(2);
  });
});
