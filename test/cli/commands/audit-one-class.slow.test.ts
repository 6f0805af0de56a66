import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { auditCase, type Rows } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";

const lines = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i));

describe("evenodds audit of rows with a single true class", () => {
  const folder = useTempFolder();
  const columns = ["--label", "y", "--prediction", "p", "--sensitive", "g"];
  const expectUndecided = async (args: readonly string[]) => {
    for (const rule of ["point", "evidence"]) {
      const gated = ["audit", ...args, "--max-gap", "0.1", "--rule", rule, "--draws", "0"];
      const { code, out, log } = await runCli(gated);
      expect([code, log], args.join(" ")).to.deep.equal([3, []]);
      expect(out.replace(/\s+/g, " ")).to.match(
        /^INCONCLUSIVE Equalized odds difference of \w+: only one true class has rows \("1"\), so there is no verdict/,
      );
      const { out: json } = await runCli([...gated, "--json"]);
      const { verdict, rules } = JSON.parse(json) as AuditReport;
      expect(verdict).to.equal("inconclusive");
      expect(rules[0]!.reason).to.include('only one true class has rows ("1")');
      expect((await runCli([...gated, "--on-inconclusive", "pass"])).code).to.equal(0);
    }
  };

  it("is inconclusive for 400 rows with y = p = 1, as a table, counts, a query and scores", async () => {
    await folder.write({
      "p.csv": ["y,p,g,s,z", ...lines(400, (i) => `1,1,${i % 2 ? "a" : "b"},0.9,${i % 3}`), ""].join("\n"),
      "c.csv": "y,p,g,count\n1,1,a,200\n1,1,b,200\n",
    });
    await expectUndecided(["--predictions", folder.at("p.csv"), ...columns]);
    await expectUndecided(["--predictions", folder.at("p.csv"), ...columns, "--given", "z"]);
    await expectUndecided(["--predictions", folder.at("p.csv"), ...columns, "--positive", "1"]);
    await expectUndecided(["--counts", folder.at("c.csv"), ...columns]);
    await expectUndecided(["--sql", `select * from '${folder.at("p.csv")}'`, "--sql-files", "any", ...columns]);
    const scored = ["--score", "s", "--threshold", "0.5", "--positive", "1", "--label", "y", "--sensitive", "g"];
    await expectUndecided(["--predictions", folder.at("p.csv"), ...scored]);
  });

  it("is inconclusive for a model whose audited nodes have one label, whatever it predicts", async () => {
    const rows = (predicted: (i: number) => string): Rows =>
      Array.from({ length: 40 }, (_, i) => [i % 2 ? "a" : "b", "1", predicted(i)] as const);
    await folder.write(auditCase(rows(() => "1")));
    await expectUndecided([folder.at("model.onnx"), folder.at("graph")]);
    await folder.write(auditCase(rows((i) => (i % 4 === 0 ? "0" : "1"))));
    await expectUndecided([folder.at("model.onnx"), folder.at("graph")]);
  });

  it("warns in the line of the verdict of a class that is never predicted, and judges by the rule", async () => {
    const table = ["y,p,g", ...lines(400, (i) => `${Math.floor(i / 2) % 2},0,${i % 2 ? "a" : "b"}`), ""];
    await folder.write({ "p.csv": table.join("\n") });
    // Where nothing but a label has class 1, it is a class of the table all the same.
    const { code, out } = await runCli([
      ...["audit", "--predictions", folder.at("p.csv"), ...columns, "--max-gap", "0.1", "--draws", "0"],
    ]);
    expect(code).to.equal(0);
    expect(out.replace(/\s+/g, " ")).to.match(
      /^PASS Equalized odds difference of g: 0\.000 is within the limit 0\.1\. Warning: every row is predicted "0": gaps are 0, and the model tells nothing apart; never predicted: "1" \(the label of 200 rows\)\./,
    );
  });
});
