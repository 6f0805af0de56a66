import { renderJunit, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { expect } from "chai";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import {
  countsOf,
  creditReport,
  fullReport,
  regressionReport,
  reportOf,
  wideReport,
} from "../../../support/audit-reports.js";
import { strangeNames } from "../../../support/strange-names.js";

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly time: string;
  readonly failure?: { readonly message: string; readonly type: string; readonly "#text": string };
  readonly error?: { readonly message: string; readonly type: string; readonly "#text": string };
  readonly skipped?: string;
  readonly "system-out": string;
}

interface Counted {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
}

interface Suite extends Counted {
  readonly time: string;
  readonly testcase: readonly Case[];
  readonly properties: { readonly property: readonly { readonly name: string; readonly value: string }[] };
}

type Root = Omit<Counted, "skipped"> & { readonly testsuite: readonly Suite[] };

async function parsed(report: AuditReport | RegressionReport, seconds?: number): Promise<Root> {
  const xml = await renderJunit(report, seconds === undefined ? {} : { seconds });
  expect(XMLValidator.validate(xml)).to.equal(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseAttributeValue: false,
    parseTagValue: false,
    isArray: (name) => ["testsuite", "testcase", "property"].includes(name),
  });
  return (parser.parse(xml) as { testsuites: Root }).testsuites;
}

/** Counts by what the cases hold, for comparison with what the attributes say. */
function countedCases(cases: readonly Case[]): Omit<Counted, "name"> {
  const having = (part: "failure" | "error" | "skipped") => String(cases.filter((one) => part in one).length);
  return {
    tests: String(cases.length),
    failures: having("failure"),
    errors: having("error"),
    skipped: having("skipped"),
  };
}

describe("renderJunit", () => {
  const balanced = countsOf(["0", "1"], {
    a: [
      [900, 100],
      [100, 900],
    ],
    b: [
      [900, 100],
      [100, 900],
    ],
  });
  const reports: Record<string, () => AuditReport | RegressionReport> = {
    "a regression": () => regressionReport({ limit: 1 }),
    "a regression without gate": () => regressionReport({ limit: null }),
    violated: () => creditReport(),
    inconclusive: () => wideReport(),
    pass: () => reportOf(balanced, { settings: { maxGap: 0.1 } }),
    "no gate": () => reportOf(balanced),
    "everything a report can hold": () => fullReport(["a", "b", "c"]),
  };

  for (const [name, report] of Object.entries(reports)) {
    it(`has counts on every suite that match its cases, and no case without a suite: ${name}`, async () => {
      const root = await parsed(report());
      expect(root.testsuite.map((suite) => suite.name)).to.deep.equal(report().attributes.map(({ name }) => name));
      for (const suite of root.testsuite) {
        expect(suite).to.deep.include(countedCases(suite.testcase));
        expect(suite.testcase).not.to.have.length(0);
      }
      // Jenkins' schema knows no `skipped` of all suites together.
      const { skipped, ...counts } = countedCases(root.testsuite.flatMap(({ testcase }) => testcase));
      expect(root).to.deep.include(counts).and.not.have.property("skipped");
      const sum = root.testsuite.reduce((all, suite) => all + Number(suite.skipped), 0);
      expect(String(sum)).to.equal(skipped);
    });
  }

  it("has a failure with the gap and the limit where a gate is violated", async () => {
    const [suite] = (await parsed(creditReport())).testsuite;
    expect(suite!.testcase).to.have.length(1);
    expect(suite!.testcase[0]).to.deep.include({
      name: "equalized odds difference at most 0.1 (point)",
      classname: "evenodds.gender",
    });
    expect(suite!.testcase[0]!.failure).to.deep.include({
      message: "Equalized odds difference of gender: 0.175 is above the limit 0.1.",
      type: "gap-over-limit",
    });
  });

  it("names in the text of a failure the groups furthest apart, and the figures of all groups in that place", async () => {
    const { failure } = (await parsed(creditReport())).testsuite[0]!.testcase[0]!;
    expect(failure!["#text"].split("\n")).to.deep.equal([
      "Equalized odds difference of gender: 0.175 is above the limit 0.1.",
      'Nodes with label "good" are predicted "good" at a rate of 0.625 (75 of 120) in group "female" and 0.800 (192 of 240) in group "male", a difference of 0.175: the classifier is right less often for group "female".',
      'Prediction "good" given label "good", by group:',
      'group "female": 0.625 (75 of 120, 95 % interval 0.536 to 0.706)',
      'group "male": 0.800 (192 of 240, 95 % interval 0.745 to 0.846)',
    ]);
    const { error } = (await parsed(wideReport())).testsuite[0]!.testcase[0]!;
    expect(error!["#text"]).to.match(/^Equalized odds difference of region: .*\n.*by group:\ngroup ".*": 0\.\d+ \(/s);
  });

  it("names them for every metric, and for a regression the mean errors", async () => {
    const odd = countsOf(["0", "1"], {
      a: [
        [8, 2],
        [1, 9],
      ],
      b: [
        [5, 5],
        [6, 4],
      ],
    });
    const gate = { attribute: "group", rule: "point", limit: 0.05 } as const;
    const metrics = ["equalOpportunityDifference", "diagonalRecallGap", "demographicParityDifference"] as const;
    const report = reportOf(odd, { positiveClass: "1", gates: metrics.map((metric) => ({ ...gate, metric })) });
    const texts = (await parsed(report)).testsuite[0]!.testcase.map(({ failure }) => failure!["#text"].split("\n"));
    expect(texts.map((lines) => lines[2])).to.deep.equal([
      'Prediction "1" given label "1", by group:',
      'Prediction "1" given label "1", by group:',
      'Prediction "1", by group:',
    ]);
    // 2 + 9 of 20 and 5 + 4 of 20 rows.
    expect(texts[2]!.slice(3).map((line) => line.split(",")[0])).to.deep.equal([
      'group "a": 0.550 (11 of 20',
      'group "b": 0.450 (9 of 20',
    ]);
    const regression = (await parsed(regressionReport({ limit: 1 }))).testsuite[0]!.testcase[0]!.failure!["#text"];
    expect(regression).to.match(/mean error among labels from 0 to 10, by group:\ngroup "A.*": .*\(n = 2\)/is);
  });

  it("says where there is nothing to compare, and lists fifty groups at most", async () => {
    const one = reportOf(
      countsOf(["0", "1"], {
        a: [
          [9, 1],
          [1, 9],
        ],
      }),
      { settings: { maxGap: 0.1 } },
    );
    expect((await parsed(one)).testsuite[0]!.testcase[0]!.error!["#text"].split("\n")).to.have.length(2);
    const many = Object.fromEntries(
      Array.from(
        { length: 70 },
        (_, g) =>
          [
            `g${g}`,
            [
              [g % 9, 9],
              [1, 9],
            ],
          ] as const,
      ),
    );
    const report = reportOf(countsOf(["0", "1"], many), { settings: { maxGap: 0.1, draws: 0, rule: "point" } });
    const lines = (await parsed(report)).testsuite[0]!.testcase[0]!.failure!["#text"].split("\n");
    expect(lines).to.have.length(54);
    expect(lines.at(-1)).to.equal("20 more groups are in the report.");
  });

  it("has an error where the data cannot decide, and a skipped case where that does not stop the run", async () => {
    const only = async (report: AuditReport) => (await parsed(report)).testsuite[0]!.testcase[0]!;
    const strict = await only(wideReport());
    expect(strict.error!.type).to.equal("inconclusive");
    expect(strict).not.to.have.any.keys("failure", "skipped");
    for (const onInconclusive of ["warn", "pass"] as const) {
      const soft = await only(wideReport({ settings: { maxGap: 0.2, rule: "evidence", onInconclusive } }));
      expect(soft).to.include.keys("skipped").and.not.have.any.keys("failure", "error");
      expect(soft["system-out"]).to.match(/^inconclusive: /);
    }
  });

  it("says that there is no gate, instead of a case that passes", async () => {
    const [only] = (await parsed(reportOf(balanced))).testsuite[0]!.testcase;
    expect(only).to.include.keys("skipped");
    expect(only!["system-out"]).to.match(/^no gate configured: /);
  });

  it("has a case per gate, also for metrics other than equalized odds", async () => {
    const gate = { attribute: "group", rule: "point" } as const;
    const report = reportOf(balanced, {
      settings: { maxGap: 0.1 },
      gates: [
        { ...gate, metric: "demographicParityDifference", limit: 0.2 },
        { ...gate, metric: "diagonalRecallGap", limit: 0 },
      ],
    });
    const [suite] = (await parsed(report)).testsuite;
    expect(suite!.testcase.map(({ name }) => name)).to.deep.equal([
      "equalized odds difference at most 0.1 (point)",
      "demographic parity difference at most 0.2 (point)",
      "diagonal recall gap at most 0 (point)",
    ]);
    expect(suite).to.deep.include({ tests: "3", failures: "0", errors: "0", skipped: "0" });
  });

  it("writes times as plain decimal seconds, whatever was measured, and the same bytes without a clock", async () => {
    for (const seconds of [undefined, 0, 1e-9, 0.00049, 0.0123, 61.23456, 1e5, NaN, Infinity, -1]) {
      const [suite] = (await parsed(wideReport(), seconds)).testsuite;
      for (const { time } of [suite!, ...suite!.testcase]) expect(time).to.match(/^\d+(\.\d{1,3})?$/);
    }
    expect((await parsed(creditReport(), 1.2345)).testsuite[0]!.testcase[0]!.time).to.equal("1.235");
    expect(await renderJunit(creditReport())).to.equal(await renderJunit(creditReport()));
  });

  it("gives figures as properties, and a reason where there is no figure", async () => {
    const figures = async (report: AuditReport) =>
      new Map((await parsed(report)).testsuite[0]!.properties.property.map(({ name, value }) => [name, value]));
    const credit = await figures(creditReport());
    expect(credit.get("equalizedOddsDifference")).to.equal("0.175");
    expect([credit.get("rows.read"), credit.get("rows.used")]).to.deep.equal(["1000", "520"]);
    const none = await figures(
      reportOf(
        countsOf(["0", "1"], {
          a: [
            [5, 1],
            [1, 5],
          ],
        }),
      ),
    );
    expect(none.get("equalizedOddsDifference")).to.match(/^undefined: /);
    for (const value of [...credit.values(), ...none.values()]) expect(value).not.to.match(/NaN|Infinity|null/);
  });

  it("shows every name as text", async () => {
    for (const name of [...Object.values(strangeNames), "]]>", "]]>]]>", "\u0000\ufffe\uffff", "a&b<c>\"d'"]) {
      const outcomes = countsOf(["0", "1"], {
        [name]: [
          [9, 1],
          [1, 9],
        ],
        other: [
          [9, 1],
          [9, 1],
        ],
      });
      const report = reportOf(outcomes, { attributes: [{ name, outcomes }], settings: { maxGap: 0.1 } });
      const root = await parsed(report);
      expect(root.testsuite).to.have.length(1);
      expect(root.testsuite[0]!.testcase).to.have.length(1);
      // eslint-disable-next-line no-control-regex
      const forbidden = /[\u0000-\u0008\u000b-\u001f]|[\p{Cs}\p{Noncharacter_Code_Point}]/u;
      expect(await renderJunit(report)).not.to.match(forbidden);
    }
  });
});
