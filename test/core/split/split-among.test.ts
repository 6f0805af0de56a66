import { splitAmong } from "@evenodds/core";
import { expect } from "chai";

describe("splitAmong", () => {
  const of = (train: number[], validation: number[], test: number[]) => ({
    train: Int32Array.from(train),
    validation: Int32Array.from(validation),
    test: Int32Array.from(test),
  });

  it("numbers the kept nodes of each part by their places", () => {
    const split = of([0, 4, 9], [1, 2], []);
    expect(splitAmong(split, Int32Array.of(0, 2, 3, 9))).to.deep.equal(of([0, 3], [1], []));
    expect(splitAmong(split, new Int32Array(0))).to.deep.equal(of([], [], []));
    expect(
      splitAmong(
        split,
        Int32Array.from({ length: 10 }, (_, node) => node),
      ),
    ).to.deep.equal(split);
  });
});
