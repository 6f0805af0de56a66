import {
  auditOutcomes,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderSummary,
  renderText,
  type AuditInput,
  type AuditReport,
} from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import type { OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import { countsOf } from "../../support/audit-reports.js";

const audit = (outcomes: OutcomeCounts, rest: Partial<AuditInput> = {}) =>
  auditOutcomes({
    version: "1.2.3",
    attributes: [{ name: "group", outcomes }],
    settings: { draws: 0, maxGap: 0.1 },
    ...rest,
  });

/** Class "2" is the label of 10 rows in each group, and never the prediction. */
const never = [
  [10, 0, 0],
  [0, 10, 0],
  [5, 5, 0],
];
const neverTwo = countsOf(["0", "1", "2"], { a: never, b: never });
/** Everything is predicted "0". */
const constant = countsOf(["0", "1"], {
  a: [
    [9, 0],
    [7, 0],
  ],
  b: [
    [9, 0],
    [7, 0],
  ],
});

const neverMessage = 'never predicted: "2" (the label of 20 rows); rates that are 0 in every group count as equal';
const constantMessage =
  'every row is predicted "0": gaps are 0, and the model tells nothing apart; never predicted: "1" (the label of 14 rows)';

const plain = (text: string) => text.replace(/\s+/g, " ");

describe("predictionWarnings", () => {
  it("names a class that is a label and never a prediction, and leaves the verdict to the rule", () => {
    const report = audit(neverTwo);
    expect(report.warnings).to.deep.equal([{ code: "never-predicted", message: neverMessage }]);
    expect([report.verdict, report.rules[0]!.reason]).to.deep.equal(["pass", "0.000 is within the limit 0.1"]);
  });

  it("names the one class of a constant prediction, with the labels that it misses", () => {
    expect(audit(constant).warnings).to.deep.equal([{ code: "constant-prediction", message: constantMessage }]);
  });

  it("is silent about a class without rows, and where a class is predicted in the rows of any attribute", () => {
    const declared = countsOf(["0", "1", "2"], {
      a: [
        [9, 1, 0],
        [1, 9, 0],
        [0, 0, 0],
      ],
      b: [
        [9, 1, 0],
        [1, 9, 0],
        [0, 0, 0],
      ],
    });
    expect(audit(declared).warnings.map(({ code }) => code)).to.deep.equal(["empty-cells"]);
    const some = countsOf(["0", "1", "2"], {
      x: [
        [10, 0, 0],
        [0, 10, 0],
        [9, 9, 2],
      ],
    });
    const report = audit(neverTwo, {
      attributes: [
        { name: "group", outcomes: neverTwo },
        { name: "other", outcomes: some },
      ],
    });
    expect(report.warnings.map(({ code }) => code)).to.deep.equal(["one-group"]);
  });

  it("names six classes and counts the rest", () => {
    const classes = Array.from({ length: 10 }, (_, c) => `c${c}`);
    const rows = classes.map((_, label) => classes.map((__, p) => (p === label % 2 ? 5 : 0)));
    const [warning] = audit(countsOf(classes, { a: rows, b: rows })).warnings;
    expect(warning!.message).to.match(/"c7" \(the label of 10 rows\) and 2 more; rates/);
  });

  it("stands in the line of the verdict in every form of a report", async () => {
    for (const [outcomes, message] of [
      [neverTwo, neverMessage],
      [constant, constantMessage],
    ] as const) {
      const report = audit(outcomes);
      const line = `Equalized odds difference of group: 0.000 is within the limit 0.1. Warning: ${message}.`;
      expect(plain(renderText(report, { width: 60 }))).to.include(`PASS ${line}`);
      const unescaped = (text: string) =>
        text
          .replaceAll("&quot;", '"')
          .replace(/\\([^\w\s])/g, "$1")
          .replace(/&#(\d+);/g, (_, n) => String.fromCodePoint(Number(n)));
      const verdictLine = (text: string) =>
        unescaped(text)
          .split("\n")
          .find((one) => one.startsWith("**PASS.**"));
      expect(verdictLine(renderMarkdown(report))).to.equal(`**PASS.** ${line}`);
      expect(verdictLine(renderSummary(report))).to.equal(`**PASS.** ${line}`);
      expect(unescaped(renderHtml(report))).to.include(`<strong>PASS</strong> ${line}`);
      expect(unescaped(await renderJunit(report))).to.include(`pass: ${line}`);
      const { results } = (JSON.parse(renderSarif(report)) as { runs: { results: { ruleId: string }[] }[] }).runs[0]!;
      expect(results.map(({ ruleId }) => ruleId)).to.deep.equal([`warning/${report.warnings[0]!.code}`]);
    }
  });

  it("stands there where a gate is violated, undecided or absent too", async () => {
    const line = (report: AuditReport) => plain(renderText(report)).split(" ! ")[0]!;
    const unequal = countsOf(["0", "1", "2"], {
      a: never,
      b: [
        [10, 0, 0],
        [5, 5, 0],
        [5, 5, 0],
      ],
    });
    expect(line(audit(unequal))).to.match(/^VIOLATED .* above the limit 0\.1\. Warning: never predicted: "2"/);
    expect(line(audit(neverTwo, { settings: { draws: 0 } }))).to.match(/^NO GATE .* Warning: never predicted: "2"/);
    const small = audit(neverTwo, { settings: { draws: 0, maxGap: 0.1, minimumSupport: 11 } });
    expect(line(small)).to.match(/^INCONCLUSIVE .* This is not a pass\. Warning: never predicted: "2"/);
    expect(await renderJunit(audit(unequal))).to.match(/<failure[^>]*Warning: never predicted/);
  });
});
