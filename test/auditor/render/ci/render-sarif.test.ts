import { renderSarif, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { version } from "@evenodds/core";
import { expect } from "chai";
import type { Log, Run } from "sarif";
import {
  countsOf,
  creditReport,
  fullReport,
  regressionReport,
  reportOf,
  wideReport,
} from "../../../support/audit-reports.js";
import { expectIngestible } from "../../../support/ingestible-sarif.js";
import { sarifMisfits } from "../../../support/sarif-schema.js";
import { strangeNames } from "../../../support/strange-names.js";

function runOf(report: AuditReport | RegressionReport, options: Parameters<typeof renderSarif>[1] = {}): Run {
  const log = JSON.parse(renderSarif(report, options)) as Log;
  expect(sarifMisfits(log)).to.deep.equal([]);
  expect(log.version).to.equal("2.1.0");
  expect(log.$schema).to.match(/^https:.*sarif.*2\.1\.0/);
  expect(log.runs).to.have.length(1);
  expect(log.runs[0]!.automationDetails!.id).to.match(/^evenodds\/[^:]+\/[0-9a-f]{12}\/$/);
  return log.runs[0]!;
}

describe("renderSarif", () => {
  const reports: Record<string, () => AuditReport | RegressionReport> = {
    "a regression": () => regressionReport({ limit: 1, minimumSupport: 3 }),
    violated: () => creditReport(),
    "inconclusive, with small and empty cells": () => wideReport(),
    "everything a report can hold": () => fullReport(["a", "b", "c"]),
    "strange names": () => fullReport(Object.values(strangeNames), { attribute: "<b>&{0}[x](y)" }),
    "no rows": () =>
      reportOf(
        countsOf(["0", "1"], {
          a: [
            [0, 0],
            [0, 0],
          ],
          b: [
            [0, 0],
            [0, 0],
          ],
        }),
      ),
  };
  for (const [name, report] of Object.entries(reports)) {
    it(`is what code scanning takes: ${name}`, () => {
      expectIngestible(runOf(report()));
      expectIngestible(runOf(report(), { file: "models/nba eqgnn/modèle #1.onnx" }));
      expectIngestible(runOf(report(), { file: "C:\\Users\\me\\a b.onnx" }));
    });
  }

  it("has an error for a violated gate, with the numbers as properties", () => {
    const { results, tool } = runOf(creditReport());
    expect(tool.driver.version).to.equal(version);
    expect(results).to.have.length(1);
    const [{ ruleId, level, message, properties }] = results as [NonNullable<typeof results>[number]];
    expect([ruleId, level]).to.deep.equal(["gap-over-limit", "error"]);
    expect(message.text).to.equal("Equalized odds difference of gender: 0.175 is above the limit 0.1.");
    expect(properties).to.deep.include({ attribute: "gender", value: 0.175, limit: 0.1, verdict: "violated" });
  });

  it("has an error for a gate that cannot be decided, softened as the exit code is", () => {
    for (const [onInconclusive, level] of [
      ["fail", "error"],
      ["warn", "warning"],
      ["pass", "note"],
    ] as const) {
      const { results } = runOf(wideReport({ settings: { maxGap: 0.2, rule: "evidence", onInconclusive } }));
      expect(results!.find(({ ruleId }) => ruleId === "undecided-gap")!.level).to.equal(level);
    }
  });

  it("names every cell that was left out, by label, group and count", () => {
    const { results } = runOf(wideReport());
    const of = (id: string) => results!.filter(({ ruleId }) => ruleId === id);
    expect(of("undefined-cell").map(({ level, properties }) => ({ level, ...properties }))).to.deep.equal([
      { level: "warning", attribute: "region", label: "e", group: "Oceania", n: 0 },
    ]);
    expect(of("small-cell").map(({ level, properties }) => ({ level, ...properties }))).to.deep.equal([
      { level: "note", attribute: "region", label: "d", group: "Oceania", n: 2 },
    ]);
  });

  it("counts cells beyond twenty of an attribute instead of listing them", () => {
    const empty = Array.from(
      { length: 30 },
      (_, g) =>
        [
          `g${g}`,
          [
            [0, 0],
            [0, 0],
          ],
        ] as const,
    );
    const { results } = runOf(
      reportOf(
        countsOf(["0", "1"], {
          a: [
            [9, 1],
            [1, 9],
          ],
          ...Object.fromEntries(empty),
        }),
      ),
    );
    const cells = results!.filter(({ ruleId }) => ruleId === "undefined-cell");
    expect(cells).to.have.length(21);
    expect(cells.at(-1)!.message.text).to.match(/^40 more cells of "group" are empty/);
  });

  it("has no result where all is well, and still names the tool and its rules", () => {
    const even = countsOf(["0", "1"], {
      a: [
        [90, 10],
        [10, 90],
      ],
      b: [
        [90, 10],
        [10, 90],
      ],
    });
    const { results, tool } = runOf(reportOf(even, { settings: { maxGap: 0.1 } }));
    expect(results).to.deep.equal([]);
    expect(tool.driver.rules!.map(({ id }) => id)).to.deep.equal([
      "gap-over-limit",
      "undecided-gap",
      "undefined-cell",
      "small-cell",
    ]);
  });

  const prints = (report: AuditReport, options: Parameters<typeof renderSarif>[1] = {}) =>
    runOf(report, options).results!.map(({ partialFingerprints }) => partialFingerprints!["evenodds/v1"]);
  const category = (report: AuditReport | RegressionReport, options: Parameters<typeof renderSarif>[1] = {}) =>
    runOf(report, options).automationDetails!.id!;

  it("keeps fingerprints and category when figures and limits change", () => {
    const stricter = creditReport({ settings: { draws: 100, maxGap: 0.05, rule: "point" } });
    expect(prints(stricter)).to.deep.equal(prints(creditReport()));
    expect(category(stricter)).to.equal(category(creditReport()));
    expect(runOf(stricter).results).not.to.deep.equal(runOf(creditReport()).results);
  });

  it("keeps the category where all is well: only so are alerts closed", () => {
    const better = creditReport({ settings: { draws: 100, maxGap: 0.5, rule: "point" } });
    expect(runOf(better).results).to.deep.equal([]);
    expect(category(better)).to.equal(category(creditReport()));
  });

  it("has others for another file, input, split, list of nodes and rule", () => {
    const report = creditReport();
    const data = report.data!;
    const selection = { nodes: 9, from: "a list", file: { file: "nodes.txt", sha256: "00" } };
    const others = {
      "another file": runOf(report, { file: "b.onnx" }),
      "another identity": runOf(report, { identity: ["--sql sha256:00"] }),
      "another input": runOf({ ...report, data: { ...data, name: "other" } }),
      "another data file": runOf({ ...report, data: { ...data, files: [{ file: "b.csv", sha256: "00" }] } }),
      "another split": runOf({ ...report, split: "validation" }),
      "a list of nodes": runOf({ ...report, data: { ...data, audited: selection } }),
      "another rule": runOf({ ...report, rules: report.rules.map((gate) => ({ ...gate, rule: "evidence" as const })) }),
    };
    const runs = [runOf(report), ...Object.values(others)];
    expect(new Set(runs.map((run) => run.automationDetails!.id)).size).to.equal(runs.length);
    expect(new Set(runs.map(({ results }) => results![0]!.partialFingerprints!["evenodds/v1"])).size).to.equal(
      runs.length,
    );
  });

  it("has another category for other attributes, and keeps the alerts of those that stay", () => {
    const [{ outcomes }] = [
      {
        outcomes: countsOf(["0", "1"], {
          a: [
            [9, 1],
            [1, 9],
          ],
          b: [
            [1, 9],
            [1, 9],
          ],
        }),
      },
    ];
    const settings = { maxGap: 0.1, rule: "point" as const };
    const one = reportOf(outcomes, { attributes: [{ name: "sex", outcomes }], settings });
    const two = reportOf(outcomes, { attributes: ["sex", "race"].map((name) => ({ name, outcomes })), settings });
    expect(category(one)).not.to.equal(category(two));
    expect(prints(two)).to.have.length(2).and.to.include(prints(one)[0]);
  });

  it("takes an identity in place of what the report says", () => {
    const report = creditReport();
    const moved = { ...report, data: { ...report.data!, name: "other" } };
    const options = { file: "a.onnx", identity: ['model ["a.onnx"]'] };
    expect(category(report, options)).to.equal(category(moved, options));
  });

  it("calls files by relative URIs, and those outside of the repository by absolute ones", () => {
    const uri = (file: string) =>
      runOf(creditReport(), { file }).results![0]!.locations![0]!.physicalLocation!.artifactLocation!.uri;
    for (const [file, expected] of Object.entries({
      "models/a.onnx": "models/a.onnx",
      "./models//a b.onnx": "models/a%20b.onnx",
      "models\\a.onnx": "models/a.onnx",
      "x/../a.onnx": "a.onnx",
      "/home/me/a b.onnx": "file:///home/me/a%20b.onnx",
      "/home/../a.onnx": "file:///a.onnx",
      "C:\\Users\\me\\a.onnx": "file:///C:/Users/me/a.onnx",
      "\\\\host\\share\\a.onnx": "file://host/share/a.onnx",
      "javascript:alert(1)": "javascript%3Aalert(1)",
      "file:///a": "file%3A/a",
      "": "predictions",
      "/": "predictions",
      ".": "predictions",
    })) {
      expect(uri(file), file).to.equal(expected);
    }
  });

  it("has the hash of the file that it points at, where the report has it", () => {
    const artifact = (report: AuditReport, file?: string) => runOf(report, { file }).artifacts![0]!;
    const report = creditReport();
    expect(artifact(report, "models/german.onnx").hashes).to.deep.equal({ "sha-256": report.model!.sha256 });
    expect(artifact(report, "models/other.onnx")).not.to.have.property("hashes");
    expect(artifact({ ...report, model: null }).hashes).to.deep.equal({ "sha-256": report.data!.files[0]!.sha256 });
  });

  it("takes the model, then the first data file, as the place by default", () => {
    const uri = (report: AuditReport) => runOf(report).artifacts![0]!.location!.uri;
    expect(uri(creditReport())).to.equal("german.onnx");
    expect(uri(creditReport({ model: null }))).to.equal("german.csv");
    expect(uri(creditReport({ model: null, data: null }))).to.equal("predictions");
  });

  it("escapes what means something in a message: place holders and links", () => {
    const outcomes = countsOf(["0", "1"], {
      "{0} [x](http://y)": [
        [9, 1],
        [1, 9],
      ],
      other: [
        [0, 0],
        [1, 9],
      ],
    });
    const [result] = runOf(reportOf(outcomes, { attributes: [{ name: "{a}", outcomes }] })).results!;
    expect(result!.message.text)
      .to.include("{{a}}")
      .and.to.not.match(/(^|[^\\])\[/);
  });

  it("names the tool's home page where it is given", () => {
    expect(runOf(creditReport()).tool.driver).not.to.have.property("informationUri");
    const informationUri = "https://example.org/evenodds";
    expect(runOf(creditReport(), { informationUri }).tool.driver.informationUri).to.equal(informationUri);
  });
});
