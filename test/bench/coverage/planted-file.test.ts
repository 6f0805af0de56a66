import { dependenceTest, permutationTest } from "@evenodds/auditor";
import { equalizedOddsDifference, Random } from "@evenodds/core";
import { expect } from "chai";
import { plantedFile, plantedFiles } from "../../../bench/coverage/planted-file.js";

describe("plantedFile", () => {
  for (const name of plantedFiles) {
    const { outcomes, harmed, csv } = plantedFile(name, { seed: 1 });

    it(`${name} holds 20,000 rows as counts, the same for the same seed`, () => {
      const [header, ...lines] = csv.trimEnd().split("\n");
      expect(header).to.equal("group,label,prediction,count");
      const counts = lines.map((line) => Number(line.split(",")[3]));
      expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(20_000);
      expect(Math.min(...counts)).to.be.above(0);
      expect(outcomes.counts.filter((count) => count > 0)).to.deep.equal(Float64Array.from(counts));
      expect(plantedFile(name, { seed: 1 }).csv).to.equal(csv);
      expect(plantedFile(name, { seed: 2 }).csv).to.not.equal(csv);
    });

    it(`${name} has a harm that the largest gap does not show, and that the evidence by group names`, () => {
      const { pValue } = permutationTest(outcomes, { random: Random.of(0, "gap"), draws: 499 });
      expect(pValue).to.be.above(0.05);
      const { dependence, groups } = dependenceTest(outcomes, { random: Random.of(0, "evidence"), draws: 499 });
      expect(dependence.pValue).to.be.at.most(0.01);
      const [first] = [...groups].sort((a, b) => a.pValue! - b.pValue! || Math.abs(b.z!) - Math.abs(a.z!));
      expect(first!.group).to.equal(harmed);
      expect(first!.pValue).to.be.at.most(0.01);
      expect(first!.common!.upper).to.be.below(0);
    });
  }

  it("oneOfFifty has a largest gap between two other groups", () => {
    const { outcomes, harmed } = plantedFile("oneOfFifty", { seed: 1 });
    const { highest, lowest } = equalizedOddsDifference(outcomes).worst!;
    expect([highest.group, lowest.group]).to.not.include(harmed);
  });
});
