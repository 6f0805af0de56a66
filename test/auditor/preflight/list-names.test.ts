import { listNames } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("listNames", () => {
  it("quotes names and counts those that it leaves out", () => {
    expect(listNames(["a", 'b"'])).to.equal(String.raw`"a", "b\""`);
    expect(listNames(["a", "b", "c"], { most: 2 })).to.equal('"a", "b" and 1 more');
    expect(listNames([])).to.equal("");
  });
});
