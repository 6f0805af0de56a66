import { countOutcomesFrom } from "@evenodds/data";
import { expect } from "chai";
import { removeTempFolders } from "../support/temp-graph.js";
import { account, cells, cellsOf, countText, parquetFolder } from "./support/counting.js";

after(removeTempFolders);

describe("countOutcomesFrom with weights", () => {
  const text = "sex,y,p,w\nF,1,1,2\nF,1,1,0.5\nF,1,0,1\nM,1,1,0\nM,0,0,3\n";
  const wanted = { sensitive: ["sex"], label: "y", prediction: "p", weight: "w" } as const;

  it("gives sums of weights, rows and sums of squares", async () => {
    const { all } = (await countText(text, wanted)).attributes[0]!;
    expect(cells(all.outcomes!)).to.deep.equal({ "F 1→1": 2.5, "F 1→0": 1, "M 0→0": 3 });
    // [F 0→0, F 0→1, F 1→0, F 1→1, M 0→0, M 0→1, M 1→0, M 1→1]
    expect(Array.from(all.weights!.rows)).to.deep.equal([0, 0, 1, 2, 1, 0, 0, 1]);
    expect(Array.from(all.weights!.squares)).to.deep.equal([0, 0, 1, 4.25, 9, 0, 0, 0]);
    expect(account(all)).to.deep.equal({ read: 5, used: 5 });
  });

  it("weighs predictions without labels", async () => {
    const { all } = (await countText(text, { ...wanted, label: undefined })).attributes[0]!;
    expect(Array.from(all.predictions.predicted)).to.deep.equal([1, 2.5, 3, 0]);
    expect(Array.from(all.weights!.rows)).to.deep.equal([1, 2, 1, 1]);
    expect(Array.from(all.weights!.squares)).to.deep.equal([1, 4.25, 9, 0]);
  });

  it("gives equal bits in any order of rows", async () => {
    const weights = [1e-9, 0.1, 0.2, 0.3, 1 / 3, 12345.678, 0.7, 1e4];
    const table = (list: readonly number[]) => `sex,y,p,w\n${list.map((w) => `F,1,1,${w}\n`).join("")}`;
    const a = (await countText(table(weights), wanted)).attributes[0]!.all;
    const b = (await countText(table(weights.toReversed()), wanted)).attributes[0]!.all;
    expect(a).to.deep.equal(b);
    expect(a.outcomes!.counts[0]).to.be.closeTo(22347.311333334, 1e-8);
  });
});

describe("countOutcomesFrom with a score", () => {
  const text = "sex,y,s\nF,1,0.9\nF,0,0.7\nM,1,0.69\nM,0,0.1\n";
  const wanted = { sensitive: ["sex"], label: "y", score: "s", threshold: 0.7 } as const;
  const expected = { "F 1→1": 1, "F 0→1": 1, "M 1→0": 1, "M 0→0": 1 };

  it("predicts the positive class at and above the threshold", async () => {
    const counted = await countText(text, wanted);
    expect(cellsOf(counted)).to.deep.equal(expected);
    expect(counted.positive).to.equal("1");
  });

  it("compares single precision in single precision", async () => {
    const folder = await parquetFolder(
      "SELECT * FROM (VALUES ('F', 1, 0.9::FLOAT), ('F', 0, 0.7::FLOAT), ('M', 1, 0.69::FLOAT), ('M', 0, 0.1::FLOAT)) t(sex, y, s)",
    );
    expect(cellsOf(await countOutcomesFrom({ predictions: "p.parquet", folder }, wanted))).to.deep.equal(expected);
  });

  it("needs the positive class where it cannot be told, and then finds the other", async () => {
    const yes = text.replaceAll(",1,", ",yes,").replaceAll(",0,", ",no,");
    const counted = await countText(yes, { ...wanted, positive: "no" });
    expect(cellsOf(counted)).to.deep.equal({ "F yes→no": 1, "F no→no": 1, "M yes→yes": 1, "M no→yes": 1 });
  });

  it("has both classes where only one occurs, and without labels", async () => {
    const { classes } = await countText("sex,y,s\nF,-1,0.2\n", wanted);
    expect(classes).to.deep.equal(["-1", "1"]);
    const declared = await countText("sex,y,s\nF,0,0.9\n", { ...wanted, classes: ["0"] });
    expect(cellsOf(declared)).to.deep.equal({ "F 0→1": 1 });
    const free = await countText(text, { sensitive: ["sex"], score: "s", threshold: 0.7, positive: "hired" });
    expect(free.classes).to.deep.equal(["hired", "not hired"]);
    expect(Array.from(free.attributes[0]!.all.predictions.predicted)).to.deep.equal([2, 0, 0, 2]);
  });
});
