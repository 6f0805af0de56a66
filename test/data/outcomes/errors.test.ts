import { InputError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, type OutcomeRequest } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { countText, people, request } from "./support/counting.js";

after(removeTempFolders);

const inputs: readonly (readonly [string, string, OutcomeRequest, readonly string[]])[] = [
  ["a mistyped attribute", people, { ...request, sensitive: ["sexx"] }, ["sensitive column", '"sexx"', 'mean "sex"']],
  ["a mistyped label", people, { ...request, label: "yy" }, ["label column", 'did you mean "y"']],
  ["a mistyped prediction", people, { ...request, prediction: "yhatt" }, ["prediction column", 'mean "yhat"']],
  ["a mistyped weight", people, { ...request, weight: "idd" }, ["weight column", 'did you mean "id"']],
  ["a mistyped condition", people, { ...request, condition: "six" }, ["condition column", 'did you mean "sex"']],
  ["an empty file", "", request, ["p.csv", "a table", "empty file"]],
  ["no rows", "sex,y,yhat\n", request, ["p.csv", "expected rows, found none"]],
  ["no row that is left", "sex,y,yhat\n,1,1\nF,,1\n", request, ["sex", "1 unlabelled", "1 missing-attribute"]],
  ["a row with too few cells", "sex,y,yhat\nF,1,1\nM,1\n", request, ["p.csv", "Expected Number of Columns: 3"]],
  ["a column twice", "sex,y,y,yhat\nF,1,1,1\n", request, ['one column "y" in p.csv', "2, in places 2 and 3"]],
  [
    "a negative weight",
    "sex,y,yhat,w\nF,1,1,-1\n",
    { ...request, weight: "w" },
    ['weight column "w"', '"-1"', "0 or more"],
  ],
  ["a missing weight", "sex,y,yhat,w\nF,1,1,1\nF,1,1,\n", { ...request, weight: "w" }, ["nothing in data row 2"]],
  ["a weight that is text", "sex,y,yhat,w\nF,1,1,heavy\n", { ...request, weight: "w" }, ['"heavy"']],
  [
    "a weight with marks between digits",
    "sex,y,yhat,w\nF,1,1,1\nF,1,1,1\nM,1,1,1_0\n",
    { ...request, weight: "w" },
    ['"1_0" in data row 3'],
  ],
  ["an infinite weight", "sex,y,yhat,w\nF,1,1,inf\n", { ...request, weight: "w" }, ['"inf"']],
  ["a NaN weight", "sex,y,yhat,w\nF,1,1,nan\n", { ...request, weight: "w" }, ['"nan"']],
];

const usages: readonly (readonly [string, OutcomeRequest, readonly string[]])[] = [
  ["no attribute", { ...request, sensitive: [] }, ["sensitive", "at least one"]],
  ["an attribute twice", { ...request, sensitive: ["sex", "sex"] }, ["distinct names", '"sex" twice']],
  ["neither prediction nor score", { sensitive: ["sex"], label: "y" }, ["prediction column or a score", "neither"]],
  ["both prediction and score", { ...request, score: "s", threshold: 1 }, ["either", "both"]],
  ["a score without threshold", { sensitive: ["sex"], label: "y", score: "s" }, ["threshold", "nothing"]],
  ["a threshold of NaN", { sensitive: ["sex"], score: "s", threshold: NaN }, ["threshold", "NaN"]],
  ["a threshold for a prediction", { ...request, threshold: 0.5 }, ["threshold", "0.5", "‘score’, in place"]],
  ["the label as prediction", { ...request, prediction: "y" }, ["prediction column", "a column other than the label"]],
  ["bins out of order", { ...request, sensitive: [{ column: "id", bins: [2, 1] }] }, ["bins", "ascending", "[2, 1]"]],
  ["no border", { ...request, sensitive: [{ column: "id", bins: [] }] }, ["bins", "[]"]],
  [
    "bins and levels",
    { ...request, sensitive: [{ column: "id", bins: [2], levels: ["1"] }] },
    ["either bins or levels"],
  ],
  ["an unknown crossing", { ...request, crossed: [["sex", "agee"]] }, ["‘cross’", '"agee"']],
  ["a crossing of one", { ...request, crossed: [["sex"]] }, ["‘cross’", "two or more", '"sex"']],
  ["a crossing with itself", { ...request, crossed: [["sex", "sex"]] }, ["two or more different"]],
  [
    "every combination of eleven attributes",
    { ...request, sensitive: Array.from({ length: 11 }, (_, i) => ({ column: "sex", name: `s${i}` })), crossed: "all" },
    ["at most 10", "11"],
  ],
];

describe("countOutcomesFrom, errors", () => {
  for (const [what, text, wanted, words] of inputs) {
    it(`refuses ${what}`, async () => {
      const error = await rejection(countText(text, wanted));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  for (const [what, wanted, words] of usages) {
    it(`refuses ${what}`, async () => {
      const error = await rejection(countText(people, wanted));
      expect(error).to.be.instanceOf(UsageError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  it("refuses a file that is not there, and no file at all", async () => {
    const folder = await tempFolder();
    const missing = await rejection(countOutcomesFrom({ predictions: "none.csv", folder }, request));
    expect(missing).to.be.instanceOf(InputError);
    expect(missing.message).to.include("none.csv").and.to.include("nothing at this path");
    expect(missing.message).not.to.include("card");
    const none = await rejection(countOutcomesFrom({ predictions: [] }, request));
    expect(none).to.be.instanceOf(UsageError);
  });

  it("refuses more cells than anybody can read", async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `a${i},b${i},c${i},0,0\n`).join("");
    const wanted = { sensitive: ["a", "b", "c"], label: "y", prediction: "p", crossed: "all" } as const;
    const error = await rejection(countText(`a,b,c,y,p\n${rows}`, wanted));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("a × b × c").and.to.include("27000000 groups");
  });
});
