import { sizeText } from "@evenodds/core";
import { expect } from "chai";

describe("sizeText", () => {
  it("has megabytes below a gigabyte and a tenth of gigabytes above", () => {
    expect(sizeText(512e6)).to.equal("512 MB");
    expect(sizeText(7.46e9)).to.equal("7.5 GB");
  });
});
