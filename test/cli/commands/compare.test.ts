import { readdir, readFile, writeFile } from "node:fs/promises";
import type { BaselineJudgement, ComparisonReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { expectToFitSchema } from "../../support/report-schema.js";
import { auditCase, equal } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

/** Twenty rows a cell; `right` of group F with label 1 are. */
const table = (right: number) => {
  const lines = ["F", "M"].flatMap((sex) =>
    [0, 1].flatMap((y) =>
      Array.from({ length: 20 }, (_, i) => {
        const isRight = i < (sex === "F" && y === 1 ? right : 18);
        return `${sex}${y}${i},${y},${isRight ? y : 1 - y},${sex}`;
      }),
    ),
  );
  return ["id,y,yhat,sex", ...lines, ""].join("\n");
};
const columns = ["--label", "y", "--prediction", "yhat", "--sensitive", "sex"];

describe("evenodds compare", () => {
  const folder = useTempFolder();
  const write = () => folder.write({ "a.csv": table(18), "b.csv": table(4) });
  const files = () => [folder.at("a.csv"), folder.at("b.csv"), "--id", "id", ...columns];

  it("says who is worse, and ends with 0", async () => {
    await write();
    const { code, out, log } = await runCli(["compare", ...files()]);
    expect([code, log]).to.deep.equal([0, []]);
    expect(out).to.match(/^LARGER GAP\nb\.csv \(B\) beside a\.csv \(A\)\n/);
    expect(out.replace(/\s+/g, " ")).to.include(
      "B is clearly right less often for F with true label 1 (0.900 to 0.200, 0 gained and 14 lost",
    );
  });

  it("writes JSON that fits its schema, and three files", async () => {
    await write();
    const { out, log } = await runCli(["compare", ...files(), "--json", "--out", folder.at("out")]);
    const report = JSON.parse(out) as ComparisonReport;
    expectToFitSchema(report);
    expect(report.attributes[0]!.gap.change).to.equal(0.7);
    expect((await readdir(folder.at("out"))).sort()).to.deep.equal([
      "comparison.html",
      "comparison.json",
      "comparison.md",
    ]);
    expect(await readFile(folder.at("out/comparison.json"), "utf8")).to.equal(out);
    expect(log).to.deep.equal([`wrote ${folder.at("out/comparison.html")}, comparison.md and comparison.json`]);
  });

  it("compares reports, and other rows only where it is told", async () => {
    await write();
    for (const name of ["a", "b"]) {
      await runCli(["audit", "--predictions", folder.at(`${name}.csv`), ...columns, "--out", folder.at(name)]);
    }
    const reports = [folder.at("a/report.json"), folder.at("b/report.json")];
    const { code, out } = await runCli(["compare", ...reports]);
    expect(code).to.equal(0);
    expect(out).to.include("Only the predictions of each model by themselves are known");
    await folder.write({ "c.csv": table(18).replace("F00,0,0,F\n", "") });
    await runCli(["audit", "--predictions", folder.at("c.csv"), ...columns, "--out", folder.at("c")]);
    const other = [reports[0]!, folder.at("c/report.json")];
    const refused = await runCli(["compare", ...other]);
    expect(refused.code).to.equal(2);
    expect(refused.log.join()).to.match(
      /the rows of sex "F" with label "0".*20 in a\/report\.json and 19 in c\/report\.json.*--unpaired/,
    );
    expect((await runCli(["compare", ...other, "--unpaired"])).code).to.equal(0);
  });

  it("compares models on a graph", async () => {
    await folder.write(auditCase(equal));
    const model = folder.at("model.onnx");
    const { code, out } = await runCli([
      "compare",
      model,
      model,
      folder.at("graph"),
      "--min-support",
      "1",
      "--draws",
      "9",
    ]);
    expect(code).to.equal(0);
    expect(out.replace(/\s+/g, " ")).to.match(/^NO CLEAR CHANGE .* 0 of 6 predictions are not the same/);
  });

  const refused: readonly [args: string, message: RegExp][] = [
    ["a.onnx b.onnx", /two models and a graph.*name the graph or the table on which the models run/],
    ["a.csv b.csv", /name the column of the predictions with --prediction/],
    ["a.csv b.csv --prediction p --label y --sensitive s", /--id: expected the column by which the rows of both/],
    ["a.csv b.csv --prediction p --id i --sensitive s", /--label: expected the column of the true class/],
    ["a.json b.json --provider cuda", /--provider: expected an option of a comparison of the reports of two audits/],
    ["a.json b.json --draws 99", /--draws: expected --unpaired beside it/],
    ["a.onnx b.onnx graph --unpaired", /--unpaired: .*two models on a graph/],
    ["a.onnx b.onnx graph --id i", /--id: expected --nodes beside it/],
  ];
  for (const [args, message] of refused) {
    it(`refuses ${args}`, async () => {
      const { code, log } = await runCli(["compare", ...args.split(" ")]);
      expect(code).to.equal(2);
      expect(log.join("\n")).to.match(message);
    });
  }
});

describe("evenodds baseline", () => {
  const folder = useTempFolder();

  /** A folder with reports of models that have 18, 17, 19 and 4 of 20 rows of a cell right. */
  const write = async () => {
    for (const right of [18, 17, 19, 4]) {
      await folder.write({ "p.csv": table(right) });
      const args = ["--predictions", folder.at("p.csv"), ...columns, "--draws", "0", "--out", folder.at(`${right}`)];
      await runCli(["audit", ...args]);
    }
  };
  const hold = (right: number, ...flags: string[]) =>
    runCli(["baseline", folder.at("base.json"), folder.at(`${right}/report.json`), ...flags]);

  it("is made, held to, tightened and never loosened", async () => {
    await write();
    const missing = await hold(18);
    expect(missing.code).to.equal(2);
    expect(missing.log.join()).to.match(/no such file; make it with --rebase and commit it/);
    expect((await hold(18, "--rebase")).code).to.equal(0);
    const first = await readFile(folder.at("base.json"), "utf8");
    expect((await hold(18)).code).to.equal(0);

    // One row less is chance, and no reason to write.
    const less = await hold(17, "--update-baseline");
    expect(less.code).to.equal(0);
    expect(less.log.join()).to.match(/^kept .*only tightens: .*17 of 20 are right in "sex" "F" with true label "1"/);
    expect(await readFile(folder.at("base.json"), "utf8")).to.equal(first);

    const worse = await hold(4, "--json");
    expect(worse.code).to.equal(1);
    const judgement = JSON.parse(worse.out) as BaselineJudgement;
    expectToFitSchema(judgement);
    expect(judgement.verdict).to.equal("violated");
    expect((await hold(4)).out).to.match(/^VIOLATED/);
  });

  it("is not believed where it was changed by hand, and refuses other rows", async () => {
    await write();
    await hold(18, "--rebase");
    const path = folder.at("base.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("18", "15"));
    const tampered = await hold(18);
    expect(tampered.code).to.equal(2);
    expect(tampered.log.join()).to.match(/changed by hand/);
    await writeFile(path, text);
    await folder.write({ "p.csv": table(18).replace("F00,0,0,F\n", "") });
    await runCli(["audit", "--predictions", folder.at("p.csv"), ...columns, "--draws", "0", "--out", folder.at("18")]);
    const other = await hold(18);
    expect(other.code).to.equal(2);
    expect(other.log.join()).to.match(/rows by group and label.*--rebase/);
    expect((await hold(18, "--rebase")).code).to.equal(0);
    expect((await hold(18)).code).to.equal(0);
  });

  it("ends with 3 where a gap cannot be compared", async () => {
    await folder.write({ "p.csv": "id,y,yhat,sex\n1,1,1,F\n2,0,0,F\n3,1,1,M\n" });
    await runCli(["audit", "--predictions", folder.at("p.csv"), ...columns, "--draws", "0", "--out", folder.at("18")]);
    await hold(18, "--rebase");
    const { code, out } = await hold(18);
    expect(code).to.equal(3);
    expect(out).to.match(/^INCONCLUSIVE .*not a pass/);
  });

  it("is not the report itself", async () => {
    await write();
    const report = folder.at("18/report.json");
    const { code, log } = await runCli(["baseline", report, report, "--rebase"]);
    expect(code).to.equal(2);
    expect(log.join()).to.match(/another file than the report/);
  });
});
