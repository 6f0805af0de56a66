import { repeatedTexts } from "@evenodds/core";
import { expect } from "chai";

describe("repeatedTexts", () => {
  const texts = ["a", "b", "a", "c", "b", "a"];

  it("names the first text that comes again, or none", () => {
    expect(repeatedTexts(texts)).to.deep.equal(["a"]);
    expect(repeatedTexts(["a", "b"])).to.deep.equal([]);
  });

  it("names each repeated text once, as many as are asked for", () => {
    expect(repeatedTexts(texts, { most: Infinity })).to.deep.equal(["a", "b"]);
  });
});
