import { InputError } from "@evenodds/core";
import { countOutcomesFrom, type OutcomeRequest } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../../support/temp-graph.js";
import { account, cellsOf, request } from "../support/counting.js";

after(removeTempFolders);

const count = async (text: string, wanted: OutcomeRequest = request, column?: string) =>
  countOutcomesFrom({ counts: "c.csv", count: column, folder: await tempFolder({ "c.csv": text }) }, wanted);

describe("countOutcomesFrom with a table of counts", () => {
  it("adds rows with the same values and counts what is excluded", async () => {
    const counted = await count("sex,y,yhat,count\nF,1,1,10\nF,1,1.0,5\nF,0,1,0\nM,0,0,7\n,1,1,4\nM,,0,2\n");
    expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 15, "M 0→0": 7 });
    expect(account(counted.attributes[0]!.all)).to.deep.equal({
      read: 28,
      used: 22,
      unlabelled: 2,
      "missing-attribute": 4,
    });
    expect(counted.read).to.equal(28);
  });

  it("takes the counts from a named column, as floats too, and weights of rows", async () => {
    const text = "sex,y,yhat,n,w\nF,1,1,3.0,0.5\nM,0,0,2,1\n";
    expect(cellsOf(await count(text, request, "n"))).to.deep.equal({ "F 1→1": 3, "M 0→0": 2 });
    const weighted = await count(text, { ...request, weight: "w" }, "n");
    expect(cellsOf(weighted)).to.deep.equal({ "F 1→1": 1.5, "M 0→0": 2 });
    expect(Array.from(weighted.attributes[0]!.all.weights!.squares.filter((sum) => sum > 0))).to.deep.equal([0.75, 2]);
    expect(account(weighted.attributes[0]!.all)).to.deep.equal({ read: 5, used: 5 });
  });

  for (const [what, value, shown = value] of [
    ["negative", "-1"],
    ["fractional", "1.5"],
    ["text", "many"],
    ["infinite", "inf"],
    ["NaN", "nan"],
    ["underscored", "1_000"],
    ["comma-grouped", '"1,000"', "1,000"],
    ["blank-grouped", "1 000"],
    ["hexadecimal", "0x10"],
    ["too large a", "1e400"],
  ] as const) {
    it(`refuses a ${what} count`, async () => {
      const error = await rejection(count(`sex,y,yhat,count\nF,1,1,2\nF,1,1,${value}\n`));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message)
        .to.include('count column (‘countColumn’) "count"')
        .and.to.include("whole numbers")
        .and.to.include(`"${shown}" in data row 2`);
    });
  }

  it("takes whole numbers in any decimal notation", async () => {
    const counted = await count("sex,y,yhat,count\nF,1,1,1e3\nF,1,0,1.0\nM,1,1, 7 \nM,0,0,+2.\n");
    expect(cellsOf(counted)).to.deep.equal({ "F 1→1": 1000, "F 1→0": 1, "M 1→1": 7, "M 0→0": 2 });
  });

  it("counts to 2^53 − 1, and refuses a sum that is not exact", async () => {
    const text = (...counts: readonly string[]) =>
      `sex,y,yhat,count\n${counts.map((n) => `F,1,1,${n}\n`).join("")}M,0,0,0\n`;
    expect((await count(text("9007199254740000", "991"))).read).to.equal(Number.MAX_SAFE_INTEGER);
    for (const counts of [["9007199254740993"], ["9007199254740000", "992"], ["9e15", "9e15"], ["1e30"]]) {
      const error = await rejection(count(text(...counts)));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include('count column (‘countColumn’) "count"').and.to.include("at most 2^53 − 1");
    }
  });

  it("refuses a missing count, a missing column and counts of 0 only", async () => {
    expect((await rejection(count("sex,y,yhat,count\nF,1,1,\n"))).message).to.include("nothing in data row 1");
    expect((await rejection(count("sex,y,yhat,counts\nF,1,1,1\n"))).message).to.include('mean "counts"');
    expect((await rejection(count("sex,y,yhat,count\nF,1,1,0\n"))).message).to.include("expected rows, found none");
  });
});
