import { residentMemory } from "@evenodds/cli/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";

describe("residentMemory", () => {
  for (const platform of ["linux", "darwin"] as const) {
    it(`is what this process holds, as ${platform} says it`, function () {
      const found = residentMemory(process.pid, platform);
      if (found === null) return skipBecause(this, `this system does not say it as ${platform} does`);
      // It changes from one look to the next.
      expect(found / process.memoryUsage.rss()).to.be.within(0.7, 1.4);
    });
  }

  it("is unknown of no process, and on Windows", () => {
    expect(residentMemory(undefined)).to.equal(null);
    expect(residentMemory(process.pid, "win32")).to.equal(null);
    // Numbers of processes end far below.
    expect(residentMemory(2 ** 30, "linux")).to.equal(null);
    expect(residentMemory(2 ** 30, "darwin")).to.equal(null);
  });
});
