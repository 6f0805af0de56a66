import { readFile } from "node:fs/promises";
import type { RegressionReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

/** The example of docs/metrics.md, each row five times. */
const rows = ["A,4,5", "A,6,7", "B,4,4", "B,6,5", "A,12,12", "A,16,18", "B,12,13", "B,16,16"];
const csv = ["g,y,yhat", ...Array.from({ length: 5 }, () => rows).flat(), ""].join("\n");

describe("evenodds audit --regression", () => {
  const folder = useTempFolder();
  const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "g"];
  const audit = (...flags: string[]) =>
    runCli([
      "audit",
      "--regression",
      "--predictions",
      folder.at("p.csv"),
      ...columns,
      "--label-bins",
      "0,10,20",
      ...flags,
    ]);

  it("reports the gap, informs without a limit, and gates with one", async () => {
    await folder.write({ "p.csv": csv });
    const { code, out, log } = await audit();
    expect([code, log]).to.deep.equal([0, []]);
    expect(out).to.include("NO GATE").and.include("gap in mean error 1.5").and.include("40 rows read = 40 used");
    expect((await audit("--max-error-gap", "1.5")).code).to.equal(0);
    expect((await audit("--max-error-gap", "1.4")).code).to.equal(1);
    expect((await audit("--max-error-gap", "100", "--min-support", "11")).code).to.equal(3);
    const softened = await audit("--max-error-gap", "100", "--min-support", "11", "--on-inconclusive", "warn");
    expect([softened.code, softened.log.length]).to.deep.equal([0, 1]);
  });

  it("writes JSON, Markdown and HTML, the same bytes each time", async () => {
    await folder.write({ "p.csv": csv });
    const { out } = await audit("--json", "--draws", "100", "--out", folder.at("out"));
    const json = await readFile(folder.at("out/report.json"), "utf8");
    expect(out).to.equal(json);
    expect((await audit("--json", "--draws", "100")).out).to.equal(json);
    const report = JSON.parse(json) as RegressionReport;
    expect(report.attributes[0]!.meanError).to.include({ value: 1.5, bin: 0, highest: "A", lowest: "B" });
    expect(report.data).to.include({ nodes: 40 });
    expect(await readFile(folder.at("out/report.md"), "utf8")).to.include("# Regression audit");
    expect(await readFile(folder.at("out/report.html"), "utf8")).to.include("<!doctype html>");
  });

  it("takes a number of bins, a query and crossed attributes", async () => {
    await folder.write({ "p.csv": csv.replace("g,y,yhat", "g,y,yhat,h").replace(/,(\d+)$/gm, ",$1,x") });
    const flags = ["--regression", "--label", "y", "--prediction", "yhat", "--sensitive", "g,h", "--cross", "all"];
    const sql = `select * from '${folder.at("p.csv")}'`;
    const { out } = await runCli([
      "audit",
      ...flags,
      "--sql",
      sql,
      "--sql-files",
      "any",
      "--label-bins",
      "2",
      "--json",
      "--draws",
      "10",
    ]);
    const { attributes, settings } = JSON.parse(out) as RegressionReport;
    expect(attributes.map(({ name }) => name)).to.deep.equal(["g", "h", "g × h"]);
    expect([settings.labelBins, attributes[0]!.bins.length]).to.deep.equal([2, 2]);
  });

  it("says in one line what is missing or does not belong", async () => {
    await folder.write({ "p.csv": csv });
    const table = ["--predictions", folder.at("p.csv")];
    const cases: [string[], RegExp][] = [
      [["--regression", ...columns], /a model and a graph or a table.*found neither/],
      [
        ["--regression", "model.onnx", ...table, ...columns],
        /a model and a graph or a table.*found a table of predictions and a model/,
      ],
      [["--regression", "model.onnx", "graph", ...columns], /--label: .*meant for a table/],
      [["--regression", "--one-logit", ...table, ...columns], /--one-logit.*meant for a classifier on a graph/],
      [["--regression", ...table, "--prediction", "yhat", "--sensitive", "g"], /--label/],
      [["--regression", ...table, "--label", "y", "--prediction", "yhat"], /--sensitive/],
      [["--regression", ...table, ...columns, "--max-gap", "0.1"], /--max-gap.*meant for a classifier/],
      [["--regression", ...table, ...columns, "--cluster", "g"], /--cluster.*meant for a classifier/],
      [["--regression", ...table, ...columns, "--require-gate"], /add --max-error-gap/],
      [["--regression", ...table, ...columns, "--max-error-gap", "-1"], /from 0/],
      [["--regression", ...table, ...columns, "--label-bins", "3,1"], /ascending/],
      [["--regression", ...table, ...columns, "--label-bins", "5,10"], /label 4 outside/],
      [
        ["--regression", "--sql", "select 1", "--postgres", "postgres://a@b/c", ...columns],
        /--regression: .*a query in PostgreSQL, .*reads rows/,
      ],
      [["--regression", "--counts", "c.csv", ...columns], /--regression: .*a table of counts, .*reads rows/],
      [[...table, ...columns, "--max-error-gap", "1"], /--max-error-gap: .*add --regression/],
      [[...table, ...columns, "--label-bins", "3"], /--label-bins: .*add --regression/],
    ];
    for (const [flags, message] of cases) {
      const { code, out, log } = await runCli(["audit", ...flags]);
      expect([code, out, log.length], flags.join(" ")).to.deep.equal([2, "", 1]);
      expect(log[0], flags.join(" ")).to.match(message);
    }
  });
});
