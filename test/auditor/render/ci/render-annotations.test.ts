import { renderAnnotations, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { expect } from "chai";
import {
  countsOf,
  creditReport,
  fullReport,
  regressionReport,
  reportOf,
  wideReport,
} from "../../../support/audit-reports.js";
import { runnerCommands } from "../../../support/runner-commands.js";
import { strangeNames } from "../../../support/strange-names.js";

/** What GitHub's runner makes of the lines; every line has to be one command. */
function annotationsOf(report: AuditReport | RegressionReport, file?: string) {
  const lines = renderAnnotations(report, { file });
  const found = runnerCommands(lines.join("\n"));
  expect(found).to.have.length(lines.length);
  return found;
}

describe("renderAnnotations", () => {
  it("has an error for a violated gate, with groups and figures on lines of their own", () => {
    const [only, ...others] = annotationsOf(creditReport(), "models/german.onnx");
    expect(others).to.deep.equal([]);
    expect(only!.name).to.equal("error");
    expect(only!.properties).to.deep.equal({
      file: "models/german.onnx",
      title: "Equalized odds difference of gender",
    });
    expect(only!.data.split("\n")).to.have.length(5);
    expect(only!.data).to.match(/^Equalized odds difference of gender: 0\.175 is above the limit 0\.1\.\n.*75 of 120/);
    expect(only!.data).to.include('\ngroup "male": 0.800 (192 of 240, 95 % interval 0.745 to 0.846)');
  });

  it("has what a gate that cannot be decided is softened to, and warnings of the report", () => {
    for (const [onInconclusive, name] of [
      ["fail", "error"],
      ["warn", "warning"],
      ["pass", "notice"],
    ] as const) {
      const found = annotationsOf(wideReport({ settings: { maxGap: 0.2, rule: "evidence", onInconclusive } }));
      expect(found[0]!.name).to.equal(name);
      const titles = found.slice(1).map((one) => `${one.name} ${one.properties.title}`);
      expect(titles).to.include("warning small-cells");
    }
    expect(annotationsOf(regressionReport({ limit: 1 }))[0]!.properties.title).to.equal("Gap in mean error of sex");
  });

  it("says nothing where all is well", () => {
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
    expect(renderAnnotations(reportOf(even, { settings: { maxGap: 0.1, rule: "point" } }))).to.deep.equal([]);
  });

  it("makes one annotation of a gate, whatever its groups and files are called", () => {
    const names = [...Object.values(strangeNames), "a%0A::error::x", "a%250Ab", "x::y,title=z", "##[error]x", "a\r\nb"];
    for (const name of names) {
      const outcomes = countsOf(["0", "1"], {
        [name]: [
          [90, 10],
          [10, 90],
        ],
        other: [
          [90, 10],
          [90, 10],
        ],
      });
      const report = reportOf(outcomes, { attributes: [{ name, outcomes }], settings: { maxGap: 0.1, rule: "point" } });
      const found = annotationsOf(report, `models/${name}.onnx`);
      expect(
        found.map((one) => one.name),
        name,
      ).to.deep.equal(["error"]);
      expect(Object.keys(found[0]!.properties), name).to.deep.equal(["file", "title"]);
      expect(found[0]!.data.split("\n"), name).to.have.length(5);
    }
    const outcomes = countsOf(["0", "1"], {
      "a%0A::error::x": [
        [9, 1],
        [1, 9],
      ],
      b: [
        [9, 1],
        [9, 1],
      ],
    });
    const [one] = annotationsOf(reportOf(outcomes, { settings: { maxGap: 0.1, rule: "point" } }));
    expect(one!.data).to.include('group "a%0A::error::x"');
  });

  it("cuts what is too long to be read", () => {
    const report = fullReport(["g".repeat(20_000), "other"], { attribute: "a".repeat(20_000) });
    for (const line of renderAnnotations(report)) expect(line.length).to.be.below(6000);
    annotationsOf(report);
  });
});
