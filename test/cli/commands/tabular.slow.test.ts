import { readFile } from "node:fs/promises";
import type { RegressionReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { foreignPath } from "../../support/foreign-models.js";
import { buildModel, node } from "../../support/onnx-models.js";
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

  it("is audited as a regression where its column is a number, to the figures of a table of its predictions", async () => {
    const people = Array.from({ length: 40 }, (_, at) => {
      const [age, hours] = [20 + (at % 9), 1 + (at % 5)];
      return { id: `p${at}`, sex: at % 3 === 0 ? "F" : "M", age, hours, pay: 2 * age + hours + (at % 4) - 1.5 };
    });
    const csv = (columns: readonly (keyof (typeof people)[number])[], more: (at: number) => string = () => "") =>
      people.map((one, at) => columns.map((column) => one[column]).join(",") + more(at)).join("\n");
    // Pay is predicted as 2 age + 0.5 hours + 1.
    const guess = ({ age, hours }: (typeof people)[number]) => 2 * age + 0.5 * hours + 1;
    await folder.write({
      "people.csv": `id,sex,age,hours,pay\n${csv(["id", "sex", "age", "hours", "pay"])}\n`,
      "guesses.csv": `id,sex,pay,guess\n${csv(["id", "sex", "pay"], (at) => `,${guess(people[at]!)}`)}\n`,
      "pay.onnx": buildModel({
        inputs: [{ name: "X", type: "FLOAT", shape: ["N", 2] }],
        outputs: [{ name: "variable", type: "FLOAT", shape: ["N", 1] }],
        nodes: [
          node(
            "ai.onnx.ml:LinearRegressor",
            { from: ["X"], to: ["variable"] },
            { coefficients: { floats: [2, 0.5] }, intercepts: { floats: [1] } },
          ),
        ],
        domains: { "ai.onnx.ml": 1 },
      }),
    });
    const common = ["--label", "pay", "--sensitive", "sex", "--regression", "--max-error-gap", "0.5", "--json"];
    const run = [folder.at("pay.onnx"), folder.at("people.csv"), "--id", "id"];
    const [model, rows] = await Promise.all(
      [
        ["audit", ...run, ...common],
        ["audit", "--predictions", folder.at("guesses.csv"), "--prediction", "guess", ...common],
      ].map(async (args) => JSON.parse((await runCli(args)).out) as RegressionReport),
    );
    expect(model!.attributes).to.deep.equal(rows!.attributes);
    expect(model!.verdict).to.deep.equal(rows!.verdict);
    expect(model!.data).to.include({ nodes: 40, arcs: null });
    expect(model!.notes.join("\n")).to.match(/Predictions are those of pay\.onnx \(sha256 \w+\) on all rows/);
    const text = (await runCli(["audit", ...run, ...common.slice(0, -1)])).out;
    expect(text)
      .to.include("40 rows")
      .and.not.to.match(/\bnodes?\b/);
    const untold = await succeed(["audit", ...run, "--label", "pay", "--sensitive", "sex"], 2);
    expect(untold.text).to.match(/--regression/);
    const many = Array.from({ length: 200 }, (_, at) => `m${at},F,${at},1,${at}`).join("\n");
    await folder.write({ "many.csv": `id,sex,age,hours,pay\n${many}\n` });
    const numbers = await succeed(
      ["audit", folder.at("pay.onnx"), folder.at("many.csv"), "--id", "id", "--label", "pay", "--sensitive", "sex"],
      2,
    );
    expect(numbers.text).to.match(/found 200 different numbers, .*if the model predicts the number, add --regression/);
    const split = await succeed(["audit", ...run, ...common, "--classes", "1,2"], 2);
    expect(split.text).to.match(/^evenodds: --classes: expected an option of an audit of .*regression/);
    const predict = ["predict", ...run, "--label", "pay", "--sensitive", "sex", "--regression"];
    await succeed([...predict, "--out", folder.at("out.csv")]);
    const [head, first] = (await readFile(folder.at("out.csv"), "utf8")).split("\n");
    expect([head, first]).to.deep.equal(["node_id,predicted,target", `p0,${guess(people[0]!)},${people[0]!.pay}`]);
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
