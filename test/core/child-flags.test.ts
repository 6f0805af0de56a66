import { childFlags } from "@evenodds/core";
import { expect } from "chai";

describe("childFlags", () => {
  it("keeps loaders, conditions and limits", () => {
    const flags = ["--import", "tsx", "--conditions=@evenodds/source", "--max-old-space-size=4000"];
    expect(childFlags(flags)).to.deep.equal(flags);
  });

  it("drops the script of this process and how it is debugged, with their values", () => {
    expect(childFlags(["--input-type=module", "--import=tsx", "-e", "audit()"])).to.deep.equal(["--import=tsx"]);
    expect(childFlags(["--input-type", "module", "--eval", "x", "--no-warnings"])).to.deep.equal(["--no-warnings"]);
    expect(childFlags(["--inspect-brk=9229", "--inspect", "--watch", "-p", "1"])).to.deep.equal([]);
  });
});
