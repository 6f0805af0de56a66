import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderSarif, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { expect } from "chai";
import type { Log } from "sarif";
import { creditReport, fullReport, regressionReport, wideReport } from "../../../support/audit-reports.js";
import { skipBecause } from "../../../support/skip-because.js";
import { strangeNames } from "../../../support/strange-names.js";

/** Microsoft's validator of SARIF files, whose rules say more than the schema, those of GitHub among them. */
describe("renderSarif and SARIF Multitool", function () {
  this.timeout(120_000);
  const tool = process.env.EVENODDS_SARIF_MULTITOOL;
  let folder = "";
  before(async function () {
    if (tool === undefined) skipBecause(this, "EVENODDS_SARIF_MULTITOOL names no program");
    folder = await mkdtemp(join(tmpdir(), "evenodds-sarif-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const reports: Record<string, AuditReport | RegressionReport> = {
    violated: creditReport(),
    inconclusive: wideReport(),
    everything: fullReport(Object.values(strangeNames), { attribute: "<b>&{0}[x](y)" }),
    regression: regressionReport({ limit: 1, minimumSupport: 3 }),
  };
  for (const [name, report] of Object.entries(reports)) {
    it(`finds nothing wrong: ${name}`, async () => {
      const options = { file: "models/nba eqgnn/german.onnx", informationUri: "https://example.org/evenodds" };
      await writeFile(join(folder, "a.sarif"), renderSarif(report, options));
      const args = ["validate", "--rule-kind", "Sarif;Ghas", "a.sarif", "-o", "found.sarif", "--log", "ForceOverwrite"];
      const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
      const { status, stdout, error } = spawnSync(tool!, args, { cwd: folder, encoding: "utf8", env });
      expect(error).to.equal(undefined);
      expect(status, stdout).to.equal(0);
      const found = (JSON.parse(await readFile(join(folder, "found.sarif"), "utf8")) as Log).runs[0]!.results!;
      const told = found.map(({ ruleId, level, message }) => ({ ruleId, level: level ?? "warning", message }));
      expect(told.filter(({ level }) => level === "error")).to.deep.equal([]);
      // It misses lines of a file that is meant as a whole, and more about an artifact than where it is.
      expect(told.filter(({ ruleId }) => !["SARIF2017", "SARIF2004"].includes(ruleId!))).to.deep.equal([]);
    });
  }
});
