import { attributeProto, makeSymbols, shapeOf, type Attribute, type Sized } from "@evenodds/exporter/internal";
import { expect } from "chai";

let ids = 0;
const of = (...shape: string[]): Sized => ({ id: ids++, shape, elements: undefined });
const vector = (...elements: string[]): Sized => ({ id: ids++, shape: [`${elements.length}`], elements });
const number = (element: string): Sized => ({ id: ids++, shape: [], elements: [element] });
const unknown: Sized = { id: ids++, shape: undefined, elements: undefined };

/** The shape that an operator gives, with `?` for sizes that are open. */
function shape(operator: string, operands: (Sized | undefined)[], attributes: Record<string, Attribute> = {}): string {
  const set = new Map(Object.entries(attributes).map(([name, value]) => [name, attributeProto(name, value)]));
  const sizes = shapeOf({ operator, operands, attributes: set }, makeSymbols("?"));
  return sizes === undefined ? "unknown" : sizes.map((size) => size.replaceAll(/\?\d+/g, "?")).join();
}

describe("shapeOf", () => {
  it("broadcasts from the last axis on, and leaves open which of two open sizes is 1", () => {
    expect(shape("Add", [of("N", "3"), of("3")])).to.equal("N,3");
    expect(shape("Add", [of("N", "1"), of("1", "5")])).to.equal("N,5");
    expect(shape("Add", [of("N"), of("E")])).to.equal("?");
    expect(shape("Where", [of("N", "1"), of(), of("N", "3")])).to.equal("N,3");
    expect(shape("Add", [of("N"), unknown])).to.equal("unknown");
  });

  it("multiplies matrices, stacks of them and vectors", () => {
    expect(shape("MatMul", [of("N", "3"), of("3", "5")])).to.equal("N,5");
    expect(shape("MatMul", [of("N", "3"), of("2", "3", "4")])).to.equal("2,N,4");
    expect(shape("MatMul", [of("3"), of("3", "5")])).to.equal("5");
    expect(shape("MatMul", [of("N", "3"), of("3")])).to.equal("N");
    expect(shape("Gemm", [of("3", "N"), of("5", "3")], { transA: { int: 1 }, transB: { int: 1 } })).to.equal("N,5");
  });

  it("adds sizes along the axis of Concat", () => {
    expect(shape("Concat", [of("N", "3"), of("1", "3")], { axis: { int: 0 } })).to.equal("N+1,3");
    expect(shape("Concat", [of("N", "3"), of("N", "2")], { axis: { int: -1 } })).to.equal("N,5");
  });

  it("puts the shape of indices in the place of an axis", () => {
    expect(shape("Gather", [of("N", "3"), of("B", "K")])).to.equal("B,K,3");
    expect(shape("Gather", [of("2", "E"), number("0")])).to.equal("E");
    expect(shape("Gather", [of("N", "3"), of("4")], { axis: { int: -1 } })).to.equal("N,4");
  });

  it("takes sizes off by Slice, where it can be told how many there are", () => {
    const slice = (size: string, start: string, end: string) =>
      shape("Slice", [of(size), vector(start), vector(end), vector("0")]);
    expect(slice("10", "2", "5")).to.equal("3");
    expect(slice("10", "-3", "99")).to.equal("3");
    expect(slice("10", "7", "-5")).to.equal("0");
    expect(slice("N+1", "0", "-1")).to.equal("N");
    expect(slice("N+3", "1", "-1")).to.equal("N+1");
    expect(slice("N", "0", "9223372036854775807")).to.equal("N");
    expect(slice("N", "0", "N")).to.equal("N");
    // Of no rows none can be taken.
    expect(slice("N", "0", "-1")).to.equal("?");
    expect(slice("N", "0", "5")).to.equal("?");
    expect(shape("Slice", [of("10"), vector("0"), vector("10"), vector("0"), vector("2")])).to.equal("?");
    expect(shape("Slice", [of("N", "3"), of("1"), of("1"), of("1")])).to.equal("?,?");
  });

  it("reshapes to sizes that are known, and to as many as there are numbers where they are not", () => {
    expect(shape("Reshape", [of("N", "6"), vector("-1", "2", "3")])).to.equal("N,2,3");
    expect(shape("Reshape", [of("B", "R", "3"), vector("-1", "3")])).to.equal("?,3");
    expect(shape("Reshape", [of("N", "6"), vector("0", "-1")])).to.equal("N,6");
    expect(shape("Reshape", [of("N", "6"), of("3")])).to.equal("?,?,?");
    expect(shape("Reshape", [of("N", "6"), of("K")])).to.equal("unknown");
    expect(shape("Expand", [of("1"), vector("N", "4")])).to.equal("N,4");
    expect(shape("Expand", [of("1", "5"), of("2")])).to.equal("?,5");
    expect(shape("Squeeze", [of("1", "N"), vector("0")])).to.equal("N");
    expect(shape("Unsqueeze", [of("N", "3"), vector("0", "-1")])).to.equal("1,N,3,1");
    expect(shape("Transpose", [of("N", "3", "E")], { perm: { ints: [1, 2, 0] } })).to.equal("3,E,N");
  });

  it("keeps reduced axes as 1 or drops them", () => {
    expect(shape("ReduceSum", [of("N", "3"), vector("1")])).to.equal("N,1");
    expect(shape("ReduceMax", [of("N", "K", "3"), vector("-2")], { keepdims: { int: 0 } })).to.equal("N,3");
    expect(shape("ReduceMean", [of("N", "3")], { keepdims: { int: 0 } })).to.equal("");
    expect(shape("ReduceMean", [of("N", "3")], { axes: { ints: [0] } })).to.equal("1,3");
    expect(shape("ReduceSum", [of("N", "3"), vector()], { noop_with_empty_axes: { int: 1 } })).to.equal("N,3");
  });

  it("knows the rank alone of what is counted when the file runs", () => {
    expect(shape("NonZero", [of("N", "3")])).to.equal("2,?");
    expect(shape("Range", [number("0"), of(), number("1")])).to.equal("?");
    expect(shape("Range", [number("0"), number("N"), number("1")])).to.equal("N");
    expect(shape("Range", [number("0"), number("-1"), number("1")])).to.equal("?");
    expect(shape("TopK", [of("16", "K"), of("1")], { axis: { int: 1 } })).to.equal("16,?");
    expect(shape("TopK", [of("N", "9"), vector("4")])).to.equal("N,4");
    expect(shape("Shape", [unknown])).to.equal("?");
  });

  it("knows nothing of operators without a rule", () => {
    expect(shape("Einsum", [of("N", "3")])).to.equal("unknown");
  });
});
