import { renderJunit, renderSarif, renderSummary } from "@evenodds/auditor";
import { expect } from "chai";
import { XMLValidator } from "fast-xml-parser";
import type { Log } from "sarif";
import { regressionReport } from "../../../support/audit-reports.js";
import { strangeNames } from "../../../support/strange-names.js";

const resultsOf = (sarif: string) => (JSON.parse(sarif) as Log).runs[0]!.results!;

describe("files for build servers about a regression", () => {
  it("have the gate with its finding in JUnit, and the figures of the gap", async () => {
    const xml = await renderJunit(regressionReport({ limit: 1 }));
    expect(xml)
      .to.match(/<testsuites[^>]* failures="1"/)
      .and.include('name="p.csv by sex"');
    expect(xml).to.include('classname="evenodds.sex" name="gap in mean error at most 1"');
    expect(xml).to.include('message="Gap in mean error of sex: 1.500 is above the limit 1."');
    for (const [name, value] of Object.entries({ "rows.read": 8, "rows.used": 8, meanErrorGap: 1.5 })) {
      expect(xml).to.include(`<property name="${name}" value="${value}"/>`);
    }
    expect(xml)
      .to.match(/name="noiseFloor" value="[\d.]+"/)
      .and.to.match(/name="pValue" value="[\d.]+"/);
  });

  it("say in JUnit what cannot be decided, and what has no gate", async () => {
    const undecided = await renderJunit(regressionReport({ limit: 1, minimumSupport: 3 }));
    expect(undecided)
      .to.match(/errors="1"/)
      .and.include('name="meanErrorGap" value="undefined: no comparison');
    const open = await renderJunit(regressionReport({ limit: null }));
    expect(open)
      .to.match(/skipped="1"/)
      .and.include("no gate configured: Among labels from 0 to 10");
  });

  it("have gate and cells in SARIF, in words of errors and not of rates", () => {
    const sarif = renderSarif(regressionReport({ limit: 1, minimumSupport: 3 }));
    const results = resultsOf(sarif).map(({ ruleId, level, message }) => [ruleId, level, message.text]);
    const cell = (bin: string, group: string, lack: string) =>
      `Label bin ${bin} in group "${group}" of "sex" ${lack}, and is left out of every gap.`;
    const few = "has 2 of the 3 rows that a comparison takes";
    expect(results.slice(0, 4)).to.deep.equal([
      ["undecided-gap", "error", resultsOf(sarif)[0]!.message.text],
      ["undefined-cell", "warning", cell("0 to 10", "C", "has no row")],
      ["undefined-cell", "warning", cell("10 to 20", "C", "has no row")],
      ["small-cell", "note", cell("0 to 10", "A<script>", few)],
    ]);
    expect(results[0]![2]).to.match(/^Gap in mean error of sex: the gap is undefined/);
    expect(sarif).not.to.match(/\brates?\b|equalized.odds|point rule/i);
    expect(resultsOf(renderSarif(regressionReport({ limit: 1 })))[0]!.properties).to.deep.equal({
      ...{ metric: "meanErrorGap", attribute: "sex", limit: 1, value: 1.5, verdict: "violated" },
    });
  });

  it("keep an alert where only figures change", () => {
    const prints = [1, 1.2].map(
      (limit) => resultsOf(renderSarif(regressionReport({ limit })))[0]!.partialFingerprints!["evenodds/v1"],
    );
    expect(prints[0]).to.equal(prints[1]);
  });

  it("have the report as a summary, cut where there is no room", () => {
    const whole = renderSummary(regressionReport({ limit: 1 }));
    expect(whole).to.match(/^# Regression audit: p\.csv by sex\n\n\*\*VIOLATED\.\*\*/);
    const cut = renderSummary(regressionReport({ limit: 1 }), { room: 900 });
    expect(Buffer.byteLength(cut)).to.be.at.most(900);
    expect(cut).to.include("**VIOLATED.**").and.include("**Cut here.**");
  });

  it("escape names from the input", async () => {
    for (const attribute of Object.values(strangeNames)) {
      const report = regressionReport({ limit: 1, attribute });
      const xml = await renderJunit(report);
      expect(XMLValidator.validate(xml)).to.equal(true);
      expect(xml).not.to.match(/[^\P{Cc}\n]/u);
      expect(() => resultsOf(renderSarif(report))).not.to.throw();
    }
  });
});
