import { namesOfIds } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";

describe("namesOfIds", () => {
  const numbers = (...values: number[]) => ({ values: Float64Array.from(values), texts: null });

  it("counts numbers of places from 0, whether they occur or not", () => {
    expect(namesOfIds(numbers(3, 1, 1), { ids: "positions" })).to.deep.equal(["0", "1", "2", "3"]);
    expect(namesOfIds(numbers(), { ids: "positions" })).to.deep.equal([]);
  });

  it("names labels by what occurs, numbers in order of size and texts in order of letters", () => {
    expect(namesOfIds(numbers(10, 9, 10), { ids: "labels" })).to.deep.equal(["9", "10"]);
    const texts = { values: new Float64Array(0), texts: ["b", "a", "b"] };
    expect(namesOfIds(texts, { ids: "labels" })).to.deep.equal(["a", "b"]);
  });

  it("refuses numbers that are no classes, however large or many", () => {
    const words = (found: string) =>
      new RegExp(`class ids of the model: expected at most 100000 classes, found ${found}`);
    for (const id of [100_000, 2 ** 40, 2 ** 63]) {
      expect(() => namesOfIds(numbers(0, id), { ids: "positions" })).to.throw(ModelError, words(`the number ${id}`));
    }
    expect(namesOfIds(numbers(0, 2 ** 40), { ids: "labels" })).to.deep.equal(["0", `${2 ** 40}`]);
    const many = { values: Float64Array.from({ length: 100_001 }, (_, id) => id), texts: null };
    expect(() => namesOfIds(many, { ids: "labels" })).to.throw(ModelError, words("more"));
  });
});
