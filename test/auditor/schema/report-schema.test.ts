import { readdirSync, readFileSync } from "node:fs";
import { auditOutcomes, type AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";
import { root } from "../../docs/support/pages.js";
import { creditReport, fullReport, regressionReport, reportOf, wideReport } from "../../support/audit-reports.js";
import { anyOutcomes } from "../../support/outcomes.js";
import { expectToFitSchema, fitsReportSchema } from "../../support/report-schema.js";

describe("the JSON Schema of reports", () => {
  it("fits reports of every kind, and knows all of their fields", () => {
    expectToFitSchema(creditReport());
    expectToFitSchema(wideReport());
    expectToFitSchema(fullReport(["women", "men"]));
    expectToFitSchema(regressionReport({ limit: 1 }));
    const predicted = Float64Array.of(6, 4, 2, 8);
    const predictions = { groups: ["a", "b"], classes: ["n", "y"], predicted, excluded: { unlabelled: 3 } };
    expectToFitSchema(auditOutcomes({ attributes: [{ name: "g", predictions }], version: "1" }));
  });

  it("fits the report of every model in models/", () => {
    const folders = readdirSync(`${root}/models`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders).to.have.length.of.at.least(10);
    for (const { name } of folders) {
      expectToFitSchema(JSON.parse(readFileSync(`${root}/models/${name}/audit.json`, "utf8")));
    }
  });

  it("fits reports of any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        expectToFitSchema(reportOf(outcomes, { settings: { draws: 9, maxGap: 0.1 } }));
      }),
      { numRuns: 40 },
    );
  });

  it("refuses what is no report: a lost field, a verdict that does not exist, a text for a number", () => {
    const report = JSON.parse(JSON.stringify(creditReport())) as AuditReport;
    expect(fitsReportSchema(report)).to.equal(true);
    const { verdict, ...without } = report;
    expect(verdict).to.equal("violated");
    expect(fitsReportSchema(without)).to.equal(false);
    expect(fitsReportSchema({ ...report, verdict: "fine" })).to.equal(false);
    expect(fitsReportSchema({ ...report, seed: "0" })).to.equal(false);
    expect(fitsReportSchema({ ...report, schemaVersion: 2 })).to.equal(false);
    // A later version may add fields.
    expect(fitsReportSchema({ ...report, later: 1 })).to.equal(true);
  });
});
