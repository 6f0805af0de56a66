import { InputError, type EvenoddsError } from "@evenodds/core";
import { countOutcomesFrom, type OutcomeRequest } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders } from "../support/temp-graph.js";
import { account, cellsOf, countText, parquetFolder, request } from "./support/counting.js";

after(removeTempFolders);

const refusal = async (text: string, wanted: OutcomeRequest): Promise<EvenoddsError> => {
  const error = await rejection(countText(text, wanted));
  expect(error).to.be.instanceOf(InputError);
  return error as EvenoddsError;
};

describe("countOutcomesFrom, missing values", () => {
  const seven = `sex,y,yhat\n${"a,1,1\n".repeat(4)}${"b,1,1\n".repeat(2)}nan,1,1\n`;

  it("excludes rows without attribute and counts them", async () => {
    const { all } = (await countText(seven)).attributes[0]!;
    expect(all.outcomes!.groups).to.deep.equal(["a", "b"]);
    expect(account(all)).to.deep.equal({ read: 7, used: 6, "missing-attribute": 1 });
  });

  it("makes a group of them on request", async () => {
    const sensitive = [{ column: "sex", whenMissing: "own-group" as const }];
    const counted = await countText(seven, { ...request, sensitive });
    expect(cellsOf(counted)).to.deep.equal({ "a 1→1": 4, "b 1→1": 2, "(missing) 1→1": 1 });
    const taken = await countText(seven.replace(/b,/g, "(missing),"), { ...request, sensitive });
    expect(cellsOf(taken)).to.include({ "(missing) 1→1": 2, "((missing)) 1→1": 1 });
    const whole = await countText("sex,y,yhat\na,1,1\n", { ...request, sensitive });
    expect(whole.attributes[0]!.all.outcomes!.groups).to.deep.equal(["a"]);
  });

  it("fails on request", async () => {
    const sensitive = [{ column: "sex", whenMissing: "fail" as const }];
    const error = await refusal(seven, { ...request, sensitive });
    expect(error.message)
      .to.include('"sex"')
      .and.to.include("1 rows without")
      .and.to.include('"nan"')
      .and.to.include("exclude");
  });

  for (const spelling of ["", "NA", "N/A", "nan", "NaN", "null", "NULL", "None", '"  "']) {
    it(`takes ${JSON.stringify(spelling)} for missing`, async () => {
      const counted = await countText(`sex,y,yhat\na,1,1\n${spelling},1,1\n`);
      expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 2, used: 1, "missing-attribute": 1 });
    });
  }

  it("takes further texts for missing, and none that is declared as a level", async () => {
    const text = "sex,y,yhat\n?,1,1\nNA,1,1\nDE,1,1\n";
    const sensitive = [{ column: "sex", levels: ["NA", "DE"], missing: ["?"] }];
    expect(cellsOf(await countText(text, { ...request, sensitive }))).to.deep.equal({ "NA 1→1": 1, "DE 1→1": 1 });
  });

  it("takes texts of the request for missing in every column", async () => {
    const counted = await countText("sex,y,yhat\n?,1,1\na,?,1\na,1,0\n", { ...request, missing: ["?"] });
    expect(cellsOf(counted)).to.deep.equal({ "a 1→0": 1 });
    expect(account(counted.attributes[0]!.all)).to.deep.equal({
      read: 3,
      used: 1,
      "missing-attribute": 1,
      unlabelled: 1,
    });
  });

  it("takes NULL and NaN of typed columns for missing", async () => {
    const folder = await parquetFolder("SELECT unnest(['1', 'nan', NULL])::DOUBLE AS sex, 1 AS y, 1 AS yhat");
    const { all } = (await countOutcomesFrom({ predictions: "p.parquet", folder }, request)).attributes[0]!;
    expect(account(all)).to.deep.equal({ read: 3, used: 1, "missing-attribute": 2 });
  });

  it("takes a missing label for unlabelled, not for class 0", async () => {
    const text = "sex,y,yhat\na,1,1\na,0,1\nb,1,1\nb,NaN,1\nb,0,0\n";
    const { all } = (await countText(text)).attributes[0]!;
    expect(account(all)).to.deep.equal({ read: 5, used: 4, unlabelled: 1 });
    const own = await countText(text, { ...request, label: { column: "y", whenMissing: "own-group" } });
    expect(cellsOf(own)).to.include({ "b (missing)→1": 1 });
    expect((await refusal(text, { ...request, label: { column: "y", whenMissing: "fail" } })).message).to.include(
      "1 rows",
    );
  });

  // Wherever the NaN sits.
  for (const at of [0, 1, 2, 3]) {
    it(`refuses a NaN prediction in row ${at}, or excludes it on request`, async () => {
      const groups = ["A", "A", "B", "B"];
      const predictions = ["0", "1", "1", "1"].map((text, i) => (i === at ? "NaN" : text));
      const text = `sex,y,yhat\n${groups.map((sex, i) => `${sex},1,${predictions[i]}\n`).join("")}`;
      const error = await refusal(text, request);
      expect(error.message)
        .to.include('prediction column "yhat"')
        .and.to.include("1 rows without")
        .and.to.include('"NaN"');
      const counted = await countText(text, { ...request, prediction: { column: "yhat", whenMissing: "exclude" } });
      expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 4, used: 3, "non-finite-prediction": 1 });
      expect(counted.classes).to.not.include("NaN");
    });
  }

  it("takes infinite predictions and scores for non-finite", async () => {
    const folder = await parquetFolder(
      "SELECT 'a' AS sex, 1 AS y, unnest(['1', 'inf', '-inf', 'nan', NULL])::DOUBLE AS v",
    );
    const exclude = { column: "v", whenMissing: "exclude" } as const;
    const base = { sensitive: ["sex"], label: "y" };
    for (const wanted of [
      { ...base, prediction: exclude },
      { ...base, score: exclude, threshold: 0 },
    ]) {
      const { all } = (await countOutcomesFrom({ predictions: "p.parquet", folder }, wanted)).attributes[0]!;
      expect(account(all)).to.deep.equal({ read: 5, used: 1, "non-finite-prediction": 4 });
    }
    const text = "sex,y,v\na,1,1\na,1,inf\na,1,-Infinity\na,1,\n";
    const { all } = (await countText(text, { ...base, score: exclude, threshold: 0 })).attributes[0]!;
    expect(account(all)).to.deep.equal({ read: 4, used: 1, "non-finite-prediction": 3 });
    expect((await refusal(text, { ...base, score: "v", threshold: 0 })).message).to.include("3 rows without");
  });

  it("makes a class of missing predictions and scores on request", async () => {
    const text = "sex,y,v\na,1,1\nb,0,\n";
    const own = { column: "v", whenMissing: "own-group" } as const;
    for (const predicted of [{ prediction: own }, { score: own, threshold: 1 }]) {
      const counted = await countText(text, { sensitive: ["sex"], label: "y", ...predicted });
      expect(counted.classes).to.deep.equal(["0", "1", "(missing)"]);
      expect(cellsOf(counted)).to.deep.equal({ "a 1→1": 1, "b 0→(missing)": 1 });
    }
  });

  it("gives one reason a row: label before attribute before prediction", async () => {
    const text = "sex,y,yhat\n,,\n,1,\na,1,\na,1,1\n";
    const counted = await countText(text, { ...request, prediction: { column: "yhat", whenMissing: "exclude" } });
    expect(account(counted.attributes[0]!.all)).to.deep.equal({
      read: 4,
      used: 1,
      unlabelled: 1,
      "missing-attribute": 1,
      "non-finite-prediction": 1,
    });
  });

  it("lets only columns that are counted exclude a row", async () => {
    const counted = await countText("sex,other,y,yhat\na,,1,1\nb,NaN,1,1\n");
    expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 2, used: 2 });
  });
});
