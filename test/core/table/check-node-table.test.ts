import { checkNodeTable, InputError, sensitiveAttribute, type NodeTable } from "@evenodds/core";
import { expect } from "chai";

describe("checkNodeTable", () => {
  const table = (label: number[], code: number[], levels = ["f", "m"]): NodeTable => ({
    label: Int32Array.from(label),
    labelName: "y",
    classes: ["0", "1"],
    sensitive: [{ name: "sex", code: Int32Array.from(code), levels }],
  });

  it("accepts missing labels and attributes", () => {
    expect(() => checkNodeTable(table([0, -1, 1], [1, 0, -1]), 3)).not.to.throw();
  });

  it("names the column and the node of a code out of range", () => {
    expect(() => checkNodeTable(table([0, 2, 1], [0, 0, 0]), 3)).to.throw(InputError, /"y".*2 at node 1/);
    expect(() => checkNodeTable(table([0, 1, 1], [0, 0, -2]), 3)).to.throw(InputError, /"sex".*-2 at node 2/);
  });

  it("names columns of another length and repeated levels", () => {
    expect(() => checkNodeTable(table([0, 1], [0, 0, 0]), 3)).to.throw(InputError, /"y".*3 codes.*2/);
    expect(() => checkNodeTable(table([0, 1, 1], [0, 0, 0], ["f", "f"]), 3)).to.throw(InputError, /distinct/);
  });

  it("finds an attribute by name, or suggests one", () => {
    expect(sensitiveAttribute(table([0], [0]), "sex").levels).to.deep.equal(["f", "m"]);
    expect(() => sensitiveAttribute(table([0], [0]), "sez")).to.throw(InputError, /did you mean "sex"/);
  });
});
