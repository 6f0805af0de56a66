/** Inputs of public bug reports on reports, and what is right on them. */
import {
  auditOutcomes,
  renderJson,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderSummary,
  renderText,
  summaryBytes,
  type AuditReport,
} from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { expect } from "chai";
import { XMLParser } from "fast-xml-parser";
import fc from "fast-check";
import type { Log } from "sarif";
import { countsOf, creditReport, fullReport, reportOf, wideReport } from "../support/audit-reports.js";
import { anyOutcomes } from "../support/outcomes.js";
import { strangeNames } from "../support/strange-names.js";
import { withoutOwnScript } from "../support/without-own-script.js";

const reports: Record<string, () => AuditReport> = {
  violated: () => creditReport(),
  inconclusive: () => wideReport(),
  "several attributes": () => fullReport(["a", "b", "c"]),
};

describe("a check whose condition failed, in JUnit (deepchecks#2122, in source)", () => {
  interface Suite {
    readonly tests: number;
    readonly failures: number;
    readonly errors: number;
    readonly testcase: readonly { readonly failure?: object; readonly error?: object }[];
  }
  const suitesOf = async (report: AuditReport) => {
    const parser = new XMLParser({
      ...{ ignoreAttributes: false, attributeNamePrefix: "", parseAttributeValue: true },
      isArray: (name) => ["testsuite", "testcase"].includes(name),
    });
    const { testsuites } = parser.parse(await renderJunit(report)) as { testsuites: { testsuite: Suite[] } };
    return testsuites.testsuite;
  };

  for (const [name, make] of Object.entries(reports)) {
    it(`has a failure or an error for every gate that does not hold, and counts them: ${name}`, async () => {
      const report = make();
      for (const [at, suite] of (await suitesOf(report)).entries()) {
        const gates = report.rules.filter((gate) => gate.attribute === report.attributes[at]!.name);
        const count = (verdict: string) => gates.filter((gate) => gate.verdict === verdict).length;
        expect(suite.failures).to.equal(count("violated"));
        expect(suite.errors).to.equal(count("inconclusive"));
        expect(suite.testcase.filter(({ failure }) => failure !== undefined)).to.have.length(count("violated"));
        expect(suite.testcase.filter(({ error }) => error !== undefined)).to.have.length(count("inconclusive"));
        expect(suite.tests).to.equal(suite.testcase.length);
      }
    });
  }
});

describe("times such as NaN, N/A or 80us in JUnit (go2xunit#54, karma-junit-reporter PR#5, kotest#2756)", () => {
  it("are decimal seconds, whatever was measured", async () => {
    await fc.assert(
      fc.asyncProperty(fc.double(), async (seconds) => {
        const times = (await renderJunit(creditReport(), { seconds })).match(/ time="[^"]*"/g)!;
        expect(times).to.have.length(2);
        if (Math.abs(seconds) > 1e15) return;
        for (const time of times) expect(time).to.match(/^ time="\d+(\.\d+)?"$/);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a SARIF result without a place (codeql-action#2459, #1738, mcp-migrate#262)", () => {
  for (const [name, make] of Object.entries(reports)) {
    it(`does not occur: every result has a relative file: ${name}`, () => {
      const { results } = (JSON.parse(renderSarif(make(), { file: "models/a.onnx" })) as Log).runs[0]!;
      expect(results).not.to.have.length(0);
      for (const { locations } of results!) {
        expect(locations![0]!.physicalLocation!.artifactLocation!.uri).to.equal("models/a.onnx");
      }
    });
  }
});

describe("a fingerprint that GitHub's upload step warns of (codeql-action#4052, threatcrush PR#89, codacy#123)", () => {
  it("does not occur: results are about whole files, of which that step makes none", () => {
    for (const make of Object.values(reports)) {
      const { results } = (JSON.parse(renderSarif(make())) as Log).runs[0]!;
      for (const { locations, partialFingerprints } of results!) {
        expect(locations![0]!.physicalLocation).not.to.have.property("region");
        expect(partialFingerprints).to.have.property("primaryLocationLineHash");
      }
    }
  });
});

describe("a group called <img src=x onerror=alert(1)> (DependencyCheck#2535, fonttools PR#4172)", () => {
  it("is shown as text in every form, in HTML and its drawings too", async () => {
    for (const name of Object.values(strangeNames)) {
      const report = fullReport([name, "other"], { attribute: name, nodes: 160 });
      const html = renderHtml(report);
      const tags = withoutOwnScript(html).replace(/="[^"]*"/g, '=""');
      expect(tags).not.to.match(/<img|<script|<[^>]*\son\w+=/);
      for (const text of [renderMarkdown(report), renderSummary(report)])
        expect(text).not.to.match(/<img|<script|<svg/);
      // Within CDATA everything is text; only its end would have to be broken up.
      const markup = (await renderJunit(report)).replace(/<!\[CDATA\[[^]*?\]\]>/g, "");
      expect(markup).not.to.match(/<img|<script|<svg/);
      // eslint-disable-next-line no-control-regex
      expect(renderText(report)).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect((JSON.parse(renderJson(report)) as AuditReport).attributes[0]!.levels[0]!.level).to.equal(name);
    }
  });
});

describe("NaN or Infinity in JSON (smclarify PR#61, iperf#370)", () => {
  it("is null with a reason beside it, on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const text = renderJson(reportOf(outcomes, { settings: { draws: 5, maxGap: 0.1 } }));
        expect(text).not.to.match(/NaN|Infinity/);
        const { attributes } = JSON.parse(text) as AuditReport;
        const { equalizedOdds, permutation, evidence } = attributes[0]!;
        for (const { value, reason } of [
          { value: equalizedOdds.value, reason: equalizedOdds.reason },
          { value: permutation.pValue, reason: permutation.reason },
          { value: evidence.lower, reason: evidence.reason },
        ]) {
          if (value === null) expect(reason).to.be.a("string").and.not.equal("");
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is a fault where it would be written after all, never a null without a reason", () => {
    const report = creditReport();
    const { settings } = report;
    for (const alpha of [NaN, Infinity]) {
      expect(() => renderJson({ ...report, settings: { ...settings, alpha } })).to.throw(RangeError, /alpha/);
    }
  });
});

describe("a step summary of more than 1,024 KiB (many public runs)", () => {
  it("is cut at a section, and points to the full report", () => {
    const report = wideReport();
    const attributes = Array.from({ length: 130 }, (_, i) => ({ ...report.attributes[0]!, name: `attribute ${i}` }));
    const summary = renderSummary({ ...report, attributes }, { fullReport: "the artifact evenodds" });
    expect(Buffer.byteLength(summary))
      .to.be.below(summaryBytes)
      .and.above(summaryBytes / 2);
    expect(summary).to.match(/\*\*INCONCLUSIVE\.\*\*[^]*\*\*Cut here\.\*\* .*the artifact evenodds\.\n$/);
  });
});

describe("an interval [0, .2], and a value that is NaN, in a drawing (responsible-ai-toolbox#68, DALEX#399)", () => {
  // Group a is never recognised: rate 0 with an interval from 0. Group b has no row of that label.
  const outcomes = countsOf(["n", "y"], {
    a: [
      [20, 0],
      [18, 0],
    ],
    b: [
      [20, 0],
      [0, 0],
    ],
    c: [
      [20, 0],
      [0, 18],
    ],
  });

  it("is drawn although its bound is 0, and the other is a gap that says so", () => {
    const figures = renderHtml(reportOf(outcomes)).match(/<figure[\s\S]*?<\/figure>/g)!;
    const label = figures.at(-1)!;
    const bars = [...label.matchAll(/<line stroke="var\(--\w+\)"[^>]* x1="([\d.]+)"[^>]* x2="([\d.]+)"/g)];
    const all = bars.length > 0 ? bars : [...label.matchAll(/<line stroke="var\(--\w+\)"[^>]*>/g)];
    expect(all).to.have.length(2);
    expect(label).to.include("undefined (n = 0)");
    expect(label).not.to.match(/NaN|Infinity/);
  });

  it("has a table that says the same", () => {
    expect(renderMarkdown(reportOf(outcomes))).to.match(/\| b \| 0 \| undefined \(n = 0\)/);
    const cell = reportOf(outcomes).attributes[0]!.cells.find(({ group, label }) => group === "a" && label === "y")!;
    expect(cell.predictions[1]).to.deep.include({ rate: 0, lower: 0 });
    expect(cell.predictions[1]!.upper).to.be.within(0.17, 0.18);
  });

  it("leaves no endless wait: a page without scripts but its own", () => {
    const empty = auditOutcomes({
      attributes: [
        {
          name: "g",
          outcomes: countsOf(["0", "1"], {
            a: [
              [0, 0],
              [0, 0],
            ],
          }),
        },
      ],
      version: "0",
    });
    expect(withoutOwnScript(renderHtml(empty))).not.to.match(/<script|NaN|Infinity/);
  });
});
