import {
  renderGatesJunit,
  renderGatesMarkdown,
  renderGatesSarif,
  renderGatesSummary,
  renderGatesText,
  type GateFinding,
  type GateRun,
} from "@evenodds/auditor";
import { renderGatesHtml } from "@evenodds/auditor/html";
import { expect } from "chai";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Log } from "sarif";
import { expectIngestible } from "../../../support/ingestible-sarif.js";
import { sarifMisfits } from "../../../support/sarif-schema.js";
import { gateRunOf, violatedGate } from "../../../support/gate-runs.js";
import { strangeNames } from "../../../support/strange-names.js";

const base = violatedGate;

const inconclusive: GateFinding = {
  ...base,
  verdict: "inconclusive",
  outcome: "inconclusive",
  reason: "too few",
  value: null,
};
const waived: GateFinding = {
  ...{ ...base, metric: "accuracy", bound: "floor", threshold: 0.8, outcome: "waived", blocks: false },
  waiver: { reason: "known", until: "2027-01-31", isExpired: false },
};
const warning: GateFinding = { ...base, severity: "warning", blocks: false, attribute: "age" };
const pass: GateFinding = {
  ...base,
  verdict: "pass",
  outcome: "pass",
  blocks: false,
  value: 0.05,
  reason: "0.050 is within",
};

const whole = gateRunOf([pass, warning, waived, inconclusive, base]);

describe("renderGatesText", () => {
  it("says all gates in a line each, those that block first, and why below", () => {
    const expected = `VIOLATED  1 of 5 gates is violated, 1 cannot be decided with these data, 1 is waived, 1 only warns,
  1 holds. 1 other audit of the file did not run.

audit   gate                                              value  verdict
credit  equalized odds difference of sex at most 0.1      0.400  violated
    0.400 is above the limit 0.1. Prediction "1": 0.900 (9 of 10) in group "M".
credit  equalized odds difference of sex at most 0.1  undefined  inconclusive
    too few.
credit  equalized odds difference of age at most 0.1      0.400  violated (warning)
    0.400 is above the limit 0.1. Prediction "1": 0.900 (9 of 10) in group "M".
credit  accuracy of each group of sex at least 0.8        0.400  waived
    0.400 is above the limit 0.1; waived until 2027-01-31: known. Prediction "1": 0.900 (9 of 10) in
    group "M".
credit  equalized odds difference of sex at most 0.1      0.050  pass

not run: other
`;
    expect(renderGatesText(whole)).to.equal(expected);
    for (const line of renderGatesText(whole, { width: 70 }).split("\n")) expect(line.length).to.be.at.most(70);
  });

  it("says errors before gates, and that nothing was checked", () => {
    const failed = gateRunOf([], {
      verdict: "error",
      audits: [{ ...whole.audits[0]!, findings: [], errors: ["model: expected a file, found none"] }],
    });
    const text = renderGatesText(failed);
    expect(text).to.match(/^ERROR {2}1 of 1 audit could not be judged as asked\./);
    expect(text).to.include("error: credit: model: expected a file, found none\n");
    const nothing = renderGatesText({ ...whole, verdict: "nothing", audits: [] });
    expect(nothing).to.match(/^NOTHING CHECKED {2}No audit depends on the changed files, so no gate was checked\.\n/);
  });
});

interface JunitCase {
  readonly name: string;
  readonly failure?: { readonly message: string; readonly "#text": string };
  readonly error?: { readonly message: string; readonly "#text": string };
  readonly skipped?: string;
  readonly "system-out": string;
}

async function junitCases(run: GateRun): Promise<readonly JunitCase[]> {
  const xml = await renderGatesJunit(run);
  expect(XMLValidator.validate(xml)).to.equal(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    isArray: (name) => name === "testcase",
  });
  const { testsuites } = parser.parse(xml) as { testsuites: { testsuite: { testcase: JunitCase[] } } };
  return testsuites.testsuite.testcase;
}

describe("renderGatesJunit", () => {
  it("has a failure with groups and figures, an error, and skipped cases for what is softened", async () => {
    const [passed, warned, skipped, undecided, failed] = await junitCases(whole);
    expect(failed!.failure!.message).to.equal(
      'Equalized odds difference of sex: 0.400 is above the limit 0.1. Prediction "1": 0.900 (9 of 10) in group "M".',
    );
    expect(failed!.failure!["#text"]).to.equal(failed!.failure!.message);
    expect(undecided!.error!.message).to.include("too few");
    expect(undecided!.error!["#text"]).to.equal(undecided!.error!.message);
    expect([passed, warned, skipped].map((one) => one!.failure ?? one!.error)).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect([passed, warned, skipped].map((one) => "skipped" in one!)).to.deep.equal([false, true, true]);
    expect(skipped!["system-out"]).to.include("waived until 2027-01-31: known");
  });

  it("has an error for what could not be judged", async () => {
    const [first] = await junitCases(
      gateRunOf([], { audits: [{ ...whole.audits[0]!, findings: [], errors: ["no file"] }] }),
    );
    expect(first!.error!.message).to.equal("no file");
  });
});

function sarifRuns(run: GateRun) {
  const log = JSON.parse(renderGatesSarif(run)) as Log;
  expect(sarifMisfits(log)).to.deep.equal([]);
  for (const one of log.runs) expectIngestible(one);
  const categories = log.runs.map(({ automationDetails }) => automationDetails!.id);
  expect(new Set(categories).size).to.equal(categories.length);
  return log.runs;
}

describe("renderGatesSarif", () => {
  it("has a category for each audit, and results for what does not pass, the waived one suppressed", () => {
    const [run] = sarifRuns(whole);
    expect(run!.automationDetails!.id).to.equal("evenodds/gate/evenodds.yaml/credit/");
    const results = run!.results!;
    expect(results.map(({ level, suppressions }) => [level, suppressions?.[0]?.justification])).to.deep.equal([
      ["warning", undefined],
      ["warning", "known"],
      ["error", undefined],
      ["error", undefined],
    ]);
    expect(results.map(({ ruleId }) => ruleId)).to.deep.equal([
      "gate-violated",
      "gate-violated",
      "gate-inconclusive",
      "gate-violated",
    ]);
    expect(results[0]!.locations![0]!.physicalLocation!.artifactLocation!.uri).to.equal("models/credit.onnx");
  });

  it("has fingerprints that hold no figure and tell audits and gates apart", () => {
    const prints = (run: GateRun) =>
      sarifRuns(run).flatMap(({ results }) => results!.map((one) => one.partialFingerprints!["evenodds/v1"]));
    const changed = { ...base, value: 0.7, threshold: 0.2, reason: "0.7", detail: null };
    expect(prints(gateRunOf([changed]))).to.deep.equal(prints(gateRunOf([base])));
    const others = [base, { ...base, rule: "evidence" as const }, { ...base, subgroup: "sex=M" }, warning];
    expect(new Set(prints(gateRunOf(others))).size).to.equal(4);
    const renamed = gateRunOf([base], { audits: [{ ...whole.audits[0]!, name: "other", findings: [base] }] });
    expect(prints(renamed)).to.not.deep.equal(prints(gateRunOf([base])));
    const elsewhere = gateRunOf([base], { file: "b/evenodds.yaml" });
    expect(prints(elsewhere)).to.not.deep.equal(prints(gateRunOf([base])));
    expect(sarifRuns(elsewhere)[0]!.automationDetails!.id).to.equal("evenodds/gate/b/evenodds.yaml/credit/");
  });

  it("tells gates of one topic apart by their order, whichever of them pass", () => {
    const prints = (...findings: GateFinding[]) =>
      sarifRuns(gateRunOf(findings))[0]!.results!.map((one) => one.partialFingerprints!["evenodds/v1"]);
    const stricter = { ...base, threshold: 0.05, severity: "warning" as const, blocks: false };
    const [first, second] = prints(base, stricter);
    expect(first).to.not.equal(second);
    expect(prints(pass, stricter)).to.deep.equal([second]);
  });

  it("keeps an alert while another model takes the audited one's place, and on another machine", () => {
    const { audits } = gateRunOf([base]);
    const runOf = (file: string, gates: string) =>
      sarifRuns(gateRunOf([], { file: gates, audits: [{ ...audits[0]!, file }] }))[0]!;
    const parts = (file: string, gates = "evenodds.yaml") => {
      const { automationDetails, results } = runOf(file, gates);
      return [automationDetails!.id, ...results!.map((one) => one.partialFingerprints!.primaryLocationLineHash)];
    };
    expect(parts("models/new.onnx")).to.deep.equal(parts("models/credit.onnx"));
    const [here, there] = [parts("a.onnx", "/home/me/evenodds.yaml"), parts("a.onnx", "/home/you/evenodds.yaml")];
    expect(here).to.deep.equal(there);
    expect(here[0]).to.equal("evenodds/gate/evenodds.yaml/credit/");
    const [result] = runOf("/data/a b.onnx", "evenodds.yaml").results!;
    expect(result!.locations![0]!.physicalLocation!.artifactLocation!.uri).to.equal("file:///data/a%20b.onnx");
  });
});

describe("names from the input", () => {
  const names = Object.values(strangeNames);
  const strange = gateRunOf(
    names.map((attribute) => ({
      ...base,
      attribute,
      reason: attribute,
      detail: attribute,
      subgroup: attribute,
      class: attribute,
    })),
    { file: strangeNames.script, audits: [] },
  );
  const run: GateRun = {
    ...strange,
    audits: names.map((name) => ({
      ...{ name, file: name, subject: name, report: null, errors: [name] },
      findings: [{ ...base, attribute: name, reason: name, detail: name }],
    })),
  };

  it("start no markup, link or line in any format", async () => {
    const html = renderGatesHtml(run);
    expect(html).to.not.include("<img src=x");
    expect(html).to.not.include("<svg onload");
    expect(html.match(/<script>/g)).to.have.length(1);
    const markdown = renderGatesMarkdown(run);
    expect(markdown).to.not.match(/<(img|script|svg)/);
    expect(markdown).to.not.include("[click](");
    expect(markdown).to.not.match(/^# third/m);
    expect(XMLValidator.validate(await renderGatesJunit(run))).to.equal(true);
    expect(sarifRuns(run)).to.have.length(names.length);
    // eslint-disable-next-line no-control-regex
    expect(renderGatesText(run)).to.not.match(/[\u001b\u009b\u202e]/);
  });
});

describe("renderGatesHtml", () => {
  it("links the full reports that stand beside it, and has the table of all gates", () => {
    const html = renderGatesHtml(whole);
    expect(html).to.include('<a href="credit/report.html"><bdi>credit</bdi></a>: credit.onnx on nba');
    expect(html).to.include('<div class="verdict violated"><p><strong>VIOLATED</strong>');
    expect(html).to.include("equalized odds difference of sex at most 0.1");
    expect(html).to.include("Waivers were judged on 2027-01-01.");
  });
});

describe("renderGatesSummary", () => {
  it("is the whole where it fits, else the verdict alone, else nothing", () => {
    expect(renderGatesSummary(whole)).to.equal(renderGatesMarkdown(whole));
    const short = renderGatesSummary(whole, { room: 400 });
    expect(short).to.include("**VIOLATED.** 1 of 5 gates is violated");
    expect(short).to.not.include("| Audit");
    expect(renderGatesSummary(whole, { room: 10 })).to.equal("");
  });
});
