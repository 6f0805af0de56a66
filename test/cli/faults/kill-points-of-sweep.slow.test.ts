import { expect } from "chai";
import { withoutInnerWrites } from "../support/choose-changes.js";
import { useFaults } from "../support/on-faults.js";

describe("a sweep that is killed before any change of a file or folder", function () {
  this.timeout(900_000);
  const tryAll = useFaults();

  it("leaves nothing that stops the same command", async () => {
    const calls = new Set((await tryAll("sweep", "kill", withoutInnerWrites)).map(({ call }) => call));
    expect(calls).to.include.all.keys("mkdir", "open", "write", "fsync", "rename", "unlink");
  });
});
