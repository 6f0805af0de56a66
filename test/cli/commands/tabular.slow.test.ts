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

  it("reads rows from JSON, an array or an object per line, to the figures of the CSV", async () => {
    const [head, ...rows] = (await readFile(table, "utf8")).trim().split("\n");
    const names = head!.split(",");
    const objects = rows.map((row) => {
      const cells = row.split(",");
      return Object.fromEntries(
        names.map((name, at) => [name, ["id", "gender"].includes(name) ? cells[at] : Number(cells[at])]),
      );
    });
    await folder.write({
      "array.json": JSON.stringify(objects),
      "lines.json": objects.map((object) => JSON.stringify(object)).join("\n"),
      "lines.jsonl": objects.map((object) => JSON.stringify(object)).join("\n"),
      "other.json": JSON.stringify({ rows: objects }),
    });
    const audit = async (path: string) => {
      const { out } = await succeed(["audit", model, path, ...columns, "--sensitive", "gender", "--json"]);
      return (JSON.parse(out) as { attributes: unknown }).attributes;
    };
    const expected = await audit(table);
    for (const name of ["array.json", "lines.json", "lines.jsonl"]) {
      expect(await audit(folder.at(name)), name).to.deep.equal(expected);
    }
    const { text } = await succeed(["predict", model, folder.at("other.json"), "--out", folder.at("p.csv")], 2);
    expect(text).to.match(/^evenodds: other\.json: expected rows, .* found one object with "rows"; write the rows as/);
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
