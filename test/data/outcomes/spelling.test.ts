import { InputError, type EvenoddsError } from "@evenodds/core";
import { countOutcomesFrom, type OutcomeRequest } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders } from "../support/temp-graph.js";
import { cellsOf, countText, parquetFolder, request } from "./support/counting.js";

after(removeTempFolders);

const refusal = async (text: string, wanted: OutcomeRequest): Promise<EvenoddsError> => {
  const error = await rejection(countText(text, wanted));
  expect(error).to.be.instanceOf(InputError);
  return error as EvenoddsError;
};

describe("countOutcomesFrom, spelling of values", () => {
  it("gives one result for groups 0 and 1, as numbers, texts and floats", async () => {
    const numbers = await parquetFolder("SELECT i % 2 AS sex, 1 AS y, i % 3 % 2 AS yhat FROM range(6) r(i)");
    const texts = await parquetFolder(
      "SELECT (i % 2)::VARCHAR AS sex, '1' AS y, (i % 3 % 2)::VARCHAR AS yhat FROM range(6) r(i)",
    );
    const floats = await parquetFolder(
      "SELECT (i % 2)::DOUBLE AS sex, 1::FLOAT AS y, (i % 3 % 2)::FLOAT AS yhat FROM range(6) r(i)",
    );
    const results = [];
    for (const folder of [numbers, texts, floats]) {
      results.push((await countOutcomesFrom({ predictions: "p.parquet", folder }, request)).attributes);
    }
    expect(JSON.stringify(results[0])).to.equal(JSON.stringify(results[1])).and.to.equal(JSON.stringify(results[2]));
    expect(results[0]![0]!.all.outcomes!.groups).to.deep.equal(["0", "1"]);
  });

  it("makes one level of 1, 1.0 and blanks around it, and keeps 01 apart", async () => {
    const counted = await countText('sex,y,yhat\n1,0,0\n1.0,0,0\n" 1 ",0,0\n01,0,0\n');
    expect(cellsOf(counted)).to.deep.equal({ "01 0→0": 1, "1 0→0": 3 });
  });

  for (const [a, b] of [
    ["-1", "1"],
    ["1", "2"],
    ["no", "yes"],
  ] as const) {
    it(`takes the labels ${a} and ${b} as they are`, async () => {
      const counted = await countText(`sex,y,yhat\nF,${a},${b}\nM,${b},${b}\n`);
      expect(counted.classes).to.deep.equal([a, b]);
      expect(cellsOf(counted)).to.deep.equal({ [`F ${a}→${b}`]: 1, [`M ${b}→${b}`]: 1 });
    });
  }

  it("takes integer codes as categories and asks for bins where there are many", async () => {
    const table = (levels: number) => `sex,y,yhat\n${Array.from({ length: levels }, (_, i) => `${i},0,0\n`).join("")}`;
    const counted = await countText(table(20));
    expect(counted.attributes[0]!.all.outcomes!.groups.slice(0, 3)).to.deep.equal(["0", "1", "2"]);
    const error = await refusal(table(21), request);
    expect(error.message)
      .to.include('"sex"')
      .and.to.include("at most 20")
      .and.to.include("21 different")
      .and.to.include("bins");
    const levels = Array.from({ length: 21 }, (_, i) => String(i));
    const declared = await countText(table(21), { ...request, sensitive: [{ column: "sex", levels }] });
    expect(declared.attributes[0]!.all.used).to.equal(21);
  });

  it("cuts numbers in texts and floats, a border belonging to the upper bin", async () => {
    const wanted = { ...request, sensitive: [{ column: "sex", bins: [0.5, 1.5], name: "s" }] };
    const counted = await countText("sex,y,yhat\n0.5,0,0\n.49,0,0\n1e3,0,0\n-7,0,0\n", wanted);
    expect(counted.attributes[0]!.name).to.equal("s");
    expect(cellsOf(counted)).to.deep.equal({ "<0.5 0→0": 2, "0.5..<1.5 0→0": 1, ">=1.5 0→0": 1 });
    const folder = await parquetFolder("SELECT 0.1::FLOAT AS sex, 0 AS y, 0 AS yhat");
    const single = { ...request, sensitive: [{ column: "sex", bins: [0.1] }] };
    expect(cellsOf(await countOutcomesFrom({ predictions: "p.parquet", folder }, single))).to.deep.equal({
      ">=0.1 0→0": 1,
    });
  });

  it("refuses a text among numbers that are cut", async () => {
    const wanted = { ...request, sensitive: [{ column: "sex", bins: [30] }] };
    const error = await refusal("sex,y,yhat\n40,0,0\nforty,0,0\n", wanted);
    expect(error.message).to.include('"sex"').and.to.include("numbers").and.to.include('"forty"');
  });

  it("refuses a value that is not declared, with the near one", async () => {
    const error = await refusal("sex,y,yhat\nFemale,0,0\n", {
      ...request,
      sensitive: [{ column: "sex", levels: ["female"] }],
    });
    expect(error.message).to.include('"Female"').and.to.include('did you mean "female"');
  });

  it("refuses probabilities given as predictions and names the score", async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `F,1,${(i + 1) / 1000}\n`).join("");
    const error = await refusal(`sex,y,yhat\n${lines(51)}F,0,1\n`, request);
    expect(error.message).to.include('prediction column "yhat"').and.to.include("‘score’");
    const few = await countText(`sex,y,yhat\nF,0.001,0.001\n${lines(50)}`, request);
    expect(few.classes).to.have.length(51);
  });

  it("refuses a measurement as label and an id as attribute", async () => {
    const lines = Array.from({ length: 1001 }, (_, i) => `n${i},${i + 0.5},1\n`).join("");
    const label = await refusal(`sex,y,yhat\n${lines}`, { ...request, sensitive: ["yhat"], prediction: "sex" });
    expect(label.message).to.include("fractions").and.to.include("a label must be a class");
    const id = await refusal(`sex,y,yhat\n${lines}`, {
      ...request,
      label: "yhat",
      prediction: "y",
      sensitive: ["sex"],
    });
    expect(id.message).to.include("at most 1000 levels").and.to.include("more than 1000");
  });

  it("refuses labels and predictions in two spellings unless the classes are declared", async () => {
    const text = "sex,y,yhat\nF,True,1\nM,False,0\n";
    const error = await refusal(text, request);
    expect(error.message)
      .to.include('"false", "true"')
      .and.to.include('"0", "1"')
      .and.to.include("declare the classes");
    const classes = [
      { value: "False", name: "no" },
      { value: "0", name: "no" },
      { value: "True", name: "yes" },
      { value: "1", name: "yes" },
    ];
    const counted = await countText(text, { ...request, classes, positive: "yes" });
    expect(counted.classes).to.deep.equal(["no", "yes"]);
    expect(cellsOf(counted)).to.deep.equal({ "F yes→yes": 1, "M no→no": 1 });
    const mixed = await refusal("sex,y,yhat\nF,Yes,yes\nM,Yes,Yes\n", request);
    expect(mixed.message).to.include('both "Yes" and "yes"');
  });

  it("has the positive class among the classes", async () => {
    const text = "sex,y,yhat\nF,good,bad\nM,bad,bad\n";
    expect((await countText(text, { ...request, positive: "good" })).positive).to.equal("good");
    const error = await refusal(text, { ...request, positive: "goood" });
    expect(error.message).to.include("positive").and.to.include('did you mean "good"');
  });

  for (const [what, wanted, words] of [
    ["two classes that are not customary", {}, ["positive", "nothing", '"bad", "good"']],
    ["a positive class that no label has", { positive: "goood" }, ["positive", '"good"']],
    ["a negative class that no label has", { positive: "good", negative: "poor" }, ["positive", '"poor"']],
  ] as const) {
    it(`refuses a score with ${what}`, async () => {
      const score = { sensitive: ["sex"], label: "y", score: "s", threshold: 0.5, ...wanted };
      const error = await refusal("sex,y,s\nF,good,1\nM,bad,0\n", score);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  it("refuses a score with three classes, and a text among scores", async () => {
    const score = { sensitive: ["sex"], label: "y", score: "s", threshold: 0.5 };
    const three = await refusal("sex,y,s\nF,0,1\nF,1,1\nF,2,1\n", score);
    expect(three.message).to.include("two classes").and.to.include("3 classes");
    const text = await refusal("sex,y,s\nF,0,1\nF,1,high\n", score);
    expect(text.message).to.include('score column "s"').and.to.include('"high"');
  });

  it("does not take crossed levels for one another", async () => {
    const text = "a,b,y,yhat\nx × y,z,0,0\nx,y × z,0,0\n";
    const error = await refusal(text, { ...request, sensitive: ["a", "b"], crossed: "all" });
    expect(error.message).to.include("distinct names").and.to.include("x × y × z");
  });
});
