import { expect } from "chai";
import { withoutInnerWrites } from "../support/choose-changes.js";
import { useFaults } from "../support/on-faults.js";

describe("a monitor that is killed before any change of a file or folder", function () {
  this.timeout(900_000);
  const tryAll = useFaults();

  it("has its batch whole or not at all, and the same command makes the same bytes of it", async () => {
    const outcomes = await tryAll("monitor", "kill", withoutInnerWrites);
    const calls = new Set(outcomes.map(({ call }) => call));
    expect(calls).to.include.all.keys("mkdir", "open", "write", "fsync", "rename");
    // Killed once everything was in place.
    expect(outcomes.some(({ result }) => result === "whole")).to.equal(true);
    expect(outcomes.some(({ result }) => result === "again")).to.equal(true);
  });
});
