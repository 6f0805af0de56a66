import { readFileSync, statSync } from "node:fs";
import { expect } from "chai";
import { readFixture } from "../../fixtures/oracle/fixtures.js";

const files = ["binary.json", "multiclass.json", "scores.json", "rows.json", "inference.json", "edges.json"] as const;
const place = (name: string) => new URL(`../../fixtures/oracle/${name}`, import.meta.url);

describe("oracle fixtures", () => {
  it("were all made with the versions in requirements.txt", () => {
    const pinned = Object.fromEntries(
      readFileSync(place("requirements.txt"), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split("==")),
    ) as Record<string, string>;
    expect(Object.keys(pinned)).to.include.members(["fairlearn", "aif360", "scikit-learn", "scipy", "statsmodels"]);
    for (const file of files) expect(readFixture(file).made).to.deep.include(pinned);
  });

  it("stay small enough to read a difference: 300 kB together", () => {
    expect(files.reduce((sum, file) => sum + statSync(place(file)).size, 0)).to.be.below(300_000);
  });
});
