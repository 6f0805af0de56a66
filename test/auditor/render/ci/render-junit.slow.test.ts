import { renderJunit } from "@evenodds/auditor";
import { expect } from "chai";
import { creditReport, fullReport, regressionReport, wideReport } from "../../../support/audit-reports.js";
import { junitMisfits } from "../../../support/junit-schema.js";
import { strangeNames } from "../../../support/strange-names.js";

describe("renderJunit and Jenkins' schema", function () {
  this.timeout(60_000);

  it("go together, whatever a report holds", async () => {
    const softened = { settings: { maxGap: 0.2, rule: "evidence", onInconclusive: "warn" } } as const;
    const reports = {
      violated: creditReport(),
      inconclusive: wideReport(),
      softened: wideReport(softened),
      everything: fullReport(["a", "b", "c"]),
      strange: fullReport([...Object.values(strangeNames), "]]>]]>"], { attribute: "]]><b>&]]>" }),
      regression: regressionReport({ limit: 1 }),
      "regression without gate": regressionReport({ limit: null }),
    };
    const files: Record<string, string> = {};
    for (const [name, report] of Object.entries(reports)) files[`${name}.xml`] = await renderJunit(report);
    expect(await junitMisfits(files)).to.deep.equal([]);
    const timed = await renderJunit(wideReport(), { seconds: 4321.5 });
    expect(await junitMisfits({ "timed.xml": timed })).to.deep.equal([]);
    // The schema does look: what it once refused is refused.
    const refused = timed.replace("<testsuites ", '<testsuites skipped="0" ');
    expect((await junitMisfits({ "refused.xml": refused })).join()).to.match(/attribute 'skipped' is not allowed/);
  });
});
