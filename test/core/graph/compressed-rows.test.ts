import { compressRows } from "@evenodds/core";
import { expect } from "chai";

describe("compressRows", () => {
  it("lists the other ends of each row in the order of the arcs, repeated ones again", () => {
    const { pointer, column } = compressRows(Int32Array.of(2, 0, 2, 2), Int32Array.of(7, 8, 9, 7), 4);
    expect(Array.from(pointer)).to.deep.equal([0, 1, 1, 4, 4]);
    expect(Array.from(column)).to.deep.equal([8, 7, 9, 7]);
  });

  it("gives empty rows without arcs", () => {
    expect(Array.from(compressRows(Int32Array.of(), Int32Array.of(), 2).pointer)).to.deep.equal([0, 0, 0]);
  });
});
