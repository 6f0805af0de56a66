import { recordedAudit, renderJson } from "@evenodds/auditor";
import { InputError } from "@evenodds/core";
import { expect } from "chai";
import { countsOf, creditReport, fullReport, regressionReport, reportOf } from "../../support/audit-reports.js";

describe("recordedAudit", () => {
  it("keeps gap, bounds, gate, the worst pair and the groups of a classifier's report", () => {
    const report = creditReport();
    const audit = recordedAudit(renderJson(report), "r.json");
    expect(audit).to.deep.include({ subject: "german.onnx on german, split test", verdict: "violated" });
    expect(audit.data).to.equal("49cc549b1ca3f1650e3bdcd8cfce62313c763abfbcbf785d32b07fb76ae078ca");
    const [gender] = audit.attributes;
    const { lower, upper } = report.attributes[0]!.evidence;
    expect(gender).to.deep.include({ name: "gender", metric: "equalizedOddsDifference", lower, upper, used: 520 });
    expect(gender!.value).to.be.closeTo(0.175, 1e-15);
    expect(gender!.gate).to.deep.equal({ limit: 0.1, rule: "point", verdict: "violated" });
    expect(gender!.worst).to.match(/^P\((?:good|bad) \| good\): (?:female below male|male below female)$/);
    expect(gender!.groups.map(({ group }) => group)).to.deep.equal(["female", "male"]);
  });

  it("takes bounds by cluster where the audit has clusters", () => {
    const report = fullReport(["women", "men"], { nodes: 240 });
    const { lower, upper } = report.attributes[0]!.clusters!.intervals;
    expect(recordedAudit(renderJson(report), "r.json").attributes[0]).to.deep.include({ lower, upper });
  });

  it("keeps the gap in mean error of a regression, and that of predictions where there are no labels", () => {
    const regression = recordedAudit(renderJson(regressionReport({ limit: 1 })), "r.json");
    expect(regression.attributes[0]).to.deep.include({
      metric: "meanErrorGap",
      value: 1.5,
      worst: "B below A<script>",
    });
    expect(regression.attributes[0]!.gate).to.deep.include({ limit: 1 });
    const outcomes = countsOf(["n", "y"], { a: [[6, 4], [0, 0]], b: [[2, 8], [0, 0]] }); // prettier-ignore
    const audit = recordedAudit(JSON.stringify({ ...reportOf(outcomes), labelled: false }), "r.json");
    expect(audit.attributes[0]!.metric).to.equal("demographicParityDifference");
    expect(audit.attributes[0]!.value).to.be.closeTo(0.4, 1e-15);
  });

  it("reads reports of versions that had no groups by evidence", () => {
    const report = creditReport();
    const attributes = report.attributes.map((attribute) => ({ ...attribute, groups: undefined }));
    expect(recordedAudit(JSON.stringify({ ...report, attributes }), "r.json").attributes[0]!.groups).to.deep.equal([]);
  });

  for (const [what, text, words] of [
    ["text", "not json", /r\.json: expected the report of an audit.*found text that is not JSON/],
    ["another object", "{}", /no schemaVersion/],
    ["a list", "[1]", /no schemaVersion/],
    ["a later version", '{"schemaVersion":2}', /schemaVersion 2/],
    ["a report that is cut", '{"schemaVersion":1,"model":null,"labelled":true,"classes":["a"]}', /no text as name/],
    ["nesting without end", "[".repeat(100_000), /r\.json: expected the report/],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(() => recordedAudit(text, "r.json")).to.throw(InputError, words);
    });
  }

  it("refuses a report of which some part is of another kind, and says which", () => {
    const report = JSON.parse(renderJson(creditReport())) as Record<string, unknown>;
    for (const [key, value, words] of [
      ["verdict", "fine", /"fine" as verdict/],
      ["attributes", {}, /no list as attributes/],
      ["rules", null, /no list as rules/],
      ["split", 7, /no text as split/],
    ] as const) {
      expect(() => recordedAudit(JSON.stringify({ ...report, [key]: value }), "r.json")).to.throw(InputError, words);
    }
  });
});
