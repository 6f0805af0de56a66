import { expect } from "chai";
import { withoutInnerWrites } from "../support/choose-changes.js";
import { useFaults } from "../support/on-faults.js";

describe("a split that is killed before any change of a file or folder", function () {
  this.timeout(900_000);
  const tryAll = useFaults();

  it("leaves both folders or none, once the same command has run again", async () => {
    const outcomes = await tryAll("split", "kill", withoutInnerWrites);
    const calls = new Set(outcomes.map(({ call }) => call));
    expect(calls).to.include.all.keys("mkdir", "open", "write", "fsync", "rename", "unlink");
    const whole = outcomes.filter(({ result }) => result === "whole");
    expect(whole.some(({ said }) => said.includes("what is in place now"))).to.equal(true);
  });
});
