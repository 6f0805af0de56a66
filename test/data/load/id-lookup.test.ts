import { idLookup } from "@evenodds/data";
import { expect } from "chai";

describe("idLookup", () => {
  it("finds the same text first, else every id that is the same whole number", () => {
    const { find, has } = idLookup(["1", "2.0", "3.0", "3.00", "a"]);
    expect(find("1")).to.deep.equal(["1"]);
    expect(find("1.0")).to.deep.equal(["1"]);
    expect(find("2")).to.deep.equal(["2.0"]);
    expect(find("3")).to.deep.equal(["3.0", "3.00"]);
    expect(find("3.0")).to.deep.equal(["3.0"]);
    expect(find("A")).to.deep.equal([]);
    expect([has("2.0"), has("2")]).to.deep.equal([true, false]);
  });

  it("looks at keys alone where that is asked for", () => {
    const lookup = idLookup(["1", "1e1"], { keyOf: (id) => String(Number(id)), exactFirst: false });
    expect(lookup.find("10")).to.deep.equal(["1e1"]);
    expect(lookup.find("1.0")).to.deep.equal(["1"]);
  });
});
