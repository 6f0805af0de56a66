import { expect } from "chai";
import { endsOfCalls } from "../support/choose-changes.js";
import { useFaults } from "../support/on-faults.js";

describe("a command that finds no room on the disk", function () {
  this.timeout(900_000);
  const tryAll = useFaults();

  for (const [name, what] of [
    ["split", "writes none of the two folders"],
    ["audit-over-another", "keeps all files of the report before"],
    ["predict-parquet", "keeps the file before"],
    ["export-over-another", "keeps the model before"],
    ["import-data", "writes no folder"],
    ["train", "keeps what it has, and goes on from there"],
    ["sweep", "keeps the runs that are done, and goes on from there"],
  ] as const) {
    it(`says so, names the file, and ${what}: ${name}`, async () => {
      const outcomes = await tryAll(name, "full", endsOfCalls);
      expect(outcomes.filter(({ said }) => /no space left/i.test(said)).length).to.be.at.least(3);
      // Nothing that takes no room goes wrong, and a second name for a file is done without.
      const harmless = outcomes.filter(({ result }) => result === "unharmed").map(({ call }) => call);
      for (const call of harmless) expect(["rename", "unlink", "rmdir", "link"]).to.include(call);
    });
  }
});
