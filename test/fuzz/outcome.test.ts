import { expect } from "chai";
import { ends, faultOf, type Outcome } from "./outcome.js";

const ended = (parts: Partial<Outcome>): Outcome => ({ code: 2, log: "evenodds: x: expected y", strays: [], ...parts });

describe("faultOf", () => {
  it("finds nothing wrong with 0 to 3", () => {
    for (const code of [0, 1, 3]) expect(faultOf(ended({ code, log: "" }))).to.equal(null);
    expect(faultOf(ended({}))).to.equal(null);
    expect(faultOf(ended({ log: "note\nerror: unknown option '--x'" }))).to.equal(null);
  });

  it("finds every other code, signal and end", () => {
    for (const code of [-1, 4, 70, 129, 130, 134, 143]) expect(faultOf(ended({ code }))).to.match(/^exit code -?\d+/);
    for (const end of ["SIGSEGV", "SIGABRT", ends.time, ends.memory]) {
      expect(faultOf(ended({ code: null, end, log: "" }))).to.equal(end);
    }
    expect(faultOf(ended({ code: null }))).to.equal("exit code null");
  });

  it("finds a stack trace and an end with 2 that nothing explains", () => {
    const log = "evenodds: x\n    at f (/a/packages/core/src/x.ts:3:14)";
    expect(faultOf(ended({ code: 0, log }))).to.equal("a stack trace: at f packages/core/src/x.ts:3:14)");
    expect(faultOf(ended({ code: 2, log: "evenodds: the command at 12:30" }))).to.equal(null);
    for (const silent of ["", "note: nothing", "evenodds:"]) {
      expect(faultOf(ended({ log: silent }))).to.match(/without a line/);
    }
  });

  it("is the same for the same place in the code, and tells places apart", () => {
    const crash = (place: string, value: string) =>
      faultOf(ended({ code: 70, log: `evenodds: a fault\nTypeError: no\n    at f (/${value}/packages/${place})` }));
    expect(crash("a.ts:1:2", "tmp")).to.equal(crash("a.ts:1:2", "home/x"));
    expect(crash("a.ts:1:2", "tmp")).to.not.equal(crash("a.ts:9:2", "tmp"));
  });

  it("finds files that were changed or left", () => {
    expect(faultOf(ended({ code: 0, strays: ["run/.x-812.tmp"] }))).to.equal("changed or left run/.x-….tmp");
  });
});
