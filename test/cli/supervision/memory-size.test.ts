import { memorySize } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("memorySize", () => {
  it("reads bytes with a unit in powers of 1000, in any case, with a space or without", () => {
    expect(memorySize("8GB")).to.equal(8e9);
    expect(memorySize("512 mb")).to.equal(512e6);
    expect(memorySize("1.5GB")).to.equal(1.5e9);
    expect(memorySize("2TB")).to.equal(2e12);
    expect(memorySize("8000000")).to.equal(8e6);
  });

  it("is null for what is no size, and for less than a megabyte", () => {
    for (const text of ["", "GB", "8 giga", "-1GB", "1e9", "NaN", "0.5MB", "8", "9999999999999GB"]) {
      expect(memorySize(text), text).to.equal(null);
    }
  });
});
