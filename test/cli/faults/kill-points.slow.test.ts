import { expect } from "chai";
import { withoutInnerWrites } from "../support/choose-changes.js";
import type { FaultCaseName } from "../support/fault-cases.js";
import { useFaults } from "../support/on-faults.js";
import type { FaultOutcome } from "../support/try-faults.js";

describe("a command that is killed before any change of a file or folder", function () {
  this.timeout(900_000);
  const tryAll = useFaults();
  const kill = (name: FaultCaseName) => tryAll(name, "kill", withoutInnerWrites);
  const callsOf = (outcomes: readonly FaultOutcome[]) => new Set(outcomes.map(({ call }) => call));

  it("leaves nothing that stops train, which goes on to the same bytes", async () => {
    const outcomes = await kill("train");
    expect(callsOf(outcomes)).to.include.all.keys("mkdir", "open", "write", "fsync", "rename");
    expect(outcomes.some(({ result }) => result === "told")).to.equal(true);
  });

  it("leaves nothing that stops export", async () => {
    expect(callsOf(await kill("export"))).to.include.all.keys("mkdir", "open", "write", "fsync", "rename", "rmdir");
  });

  it("leaves nothing that stops generate, whose tables native code writes", async () => {
    expect(callsOf(await kill("generate"))).to.include.all.keys("mkdir", "open", "write", "fsync", "rename");
  });
});
