import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { foreignPath } from "../../support/foreign-models.js";
import { useTempFolder } from "../support/temp-folder.js";

const model = foreignPath("xgboost/model.onnx");
const table = foreignPath("data/table-approved.csv");
const columns = ["--id", "id", "--label", "approved"];

describe("a model on a table", () => {
  const folder = useTempFolder();

  async function succeed(args: readonly string[], expected = 0) {
    const result = await runCli(args);
    expect(result.code, result.log.join("\n")).to.equal(expected);
    return { ...result, text: result.log.join("\n") };
  }

  it("predicts from the columns that an audit with the same sensitive ones gives it", async () => {
    const predict = ["predict", model, table, ...columns];
    const alone = await succeed([...predict, "--out", folder.at("alone.csv")], 2);
    expect(alone.text).to.include("--map float_input=");
    const [told, named] = [folder.at("told.csv"), folder.at("named.csv")];
    await succeed([...predict, "--sensitive", "gender", "--out", named]);
    await succeed([...predict, "--map", "float_input=age,income,hours,debt,late", "--out", told]);
    expect(await readFile(named, "utf8")).to.equal(await readFile(told, "utf8"));
    const unknown = await succeed([...predict, "--sensitive", "gendr", "--out", folder.at("no.csv")], 2);
    expect(unknown.text).to.match(
      /^evenodds: --sensitive: expected columns of the table besides id and label, found "gendr"; did you mean "?gender/,
    );
  });

  it("predicts whatever values a sensitive column has: nothing is compared between its groups", async () => {
    const [head, ...rows] = (await readFile(table, "utf8")).trim().split("\n");
    const numbered = [`${head!},weight`, ...rows.map((row, at) => `${row},${at / 7}`)].join("\n");
    await folder.write({ "numbered.csv": numbered });
    const groups = ["--sensitive", "gender,weight"];
    await succeed(["predict", model, folder.at("numbered.csv"), ...columns, ...groups, "--out", folder.at("p.csv")]);
    expect((await readFile(folder.at("p.csv"), "utf8")).trim().split("\n")).to.have.length(rows.length + 1);
  });
});
