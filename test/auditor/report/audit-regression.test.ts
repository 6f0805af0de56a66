import { auditRegression, renderJson, renderMarkdown, renderText, type RegressionInput } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";

/** The example of docs/metrics.md. */
const attribute = {
  name: "sex",
  group: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1),
  label: Float64Array.of(4, 6, 4, 6, 12, 16, 12, 16),
  prediction: Float64Array.of(5, 7, 4, 5, 12, 18, 13, 16),
  groups: ["A", "B"],
};

const audit = (settings: RegressionInput["settings"] = {}, changes: Partial<typeof attribute> = {}) =>
  auditRegression({
    attributes: [{ ...attribute, ...changes }],
    version: "1.2.3",
    labelBins: { edges: [0, 10, 20] },
    settings: { minimumSupport: 1, draws: 200, ...settings },
  });

describe("auditRegression", () => {
  it("reports gaps, where they are and between whom, and the errors of every cell", () => {
    const report = audit();
    const { meanError, errorQuantiles, bins, rows, levels, permutation } = report.attributes[0]!;
    const where = { status: "estimated", reason: null, bin: 0, highest: "A", lowest: "B" };
    expect(meanError).to.deep.equal({ ...where, value: 1.5 });
    expect(errorQuantiles.map(({ quantile, value }) => [quantile, Number(value!.toFixed(9))])).to.deep.equal([
      [0.1, 1.9],
      [0.5, 1.5],
      [0.9, 1.1],
    ]);
    expect(bins.map(({ lower, upper, n }) => [lower, upper, n])).to.deep.equal([
      [0, 10, 4],
      [10, 20, 4],
    ]);
    // Errors 0 and −1 of B: mean −0.5, variance 0.5, standard error √(0.5 / 2).
    expect(bins[0]!.cells[1]).to.deep.include({ group: "B", n: 2, status: "ok", meanError: -0.5, standardError: 0.5 });
    expect(rows).to.deep.include({ read: 8, used: 8 });
    expect(levels).to.deep.equal([
      { level: "A", n: 4 },
      { level: "B", n: 4 },
    ]);
    expect(permutation.draws).to.equal(200);
    expect([report.kind, report.verdict, report.rules]).to.deep.equal(["regression", "no-gate", []]);
    expect(report.settings).to.deep.include({ labelBins: null, maxErrorGap: null });
  });

  it("judges by a limit in the unit of the label, and fails closed", () => {
    const verdictOf = (limit: number, changes: Partial<typeof attribute> = {}, minimumSupport = 1) =>
      audit({ maxErrorGap: limit, minimumSupport }, changes).verdict;
    expect(verdictOf(1.5)).to.equal("pass");
    expect(verdictOf(1.4)).to.equal("violated");
    expect(verdictOf(100, {}, 3)).to.equal("inconclusive");
    // Group B has one row in the upper bin: within the limit is no pass, beyond it is violated all the same.
    const lacking = { group: Int32Array.of(0, 0, 1, 1, 0, 0, 1, -1) };
    expect(verdictOf(100, lacking, 2)).to.equal("inconclusive");
    expect(verdictOf(1, lacking, 2)).to.equal("violated");
    expect(audit({ maxErrorGap: 1.4 }).rules[0]).to.deep.equal({
      metric: "meanErrorGap",
      attribute: "sex",
      limit: 1.4,
      value: 1.5,
      verdict: "violated",
      reason: "1.500 is above the limit 1.4",
    });
  });

  it("has no verdict where every label is the same number, as with one true class", () => {
    const report = audit({ maxErrorGap: 1.4 }, { label: new Float64Array(8).fill(4) });
    // Errors 1, 3, 8 and 14 of A, 0, 1, 9 and 12 of B.
    expect(report.rules[0]).to.deep.include({
      value: 1,
      verdict: "inconclusive",
      reason:
        "every label is 4, so there is no verdict (1.000 is within the limit 1.4, but groups were left out in 1 of 2 label bins)",
    });
    const narrow = { label: new Float64Array(8).fill(4) };
    const alone = auditRegression({
      attributes: [{ ...attribute, ...narrow }],
      version: "1",
      settings: { maxErrorGap: 1, minimumSupport: 1 },
    });
    expect(alone.rules[0]!.reason).to.equal("every label is 4, so there is no verdict (1.000 is within the limit 1)");
    expect(audit({ maxErrorGap: 0 }, { label: new Float64Array(8).fill(4) }).verdict).to.equal("inconclusive");
    // A label that no used row has makes no second one.
    const label = Float64Array.of(4, 4, 4, 4, 4, 4, 4, 6);
    const group = Int32Array.of(0, 0, 1, 1, 0, 0, 1, -1);
    expect(audit({ maxErrorGap: 100 }, { label, group }).verdict).to.equal("inconclusive");
    expect(audit({ maxErrorGap: 100 }, { label }).rules[0]!.reason).not.to.match(/every label/);
  });

  it("warns of a prediction that never changes, beside the verdict", () => {
    const report = audit({ maxErrorGap: 100 }, { prediction: new Float64Array(8).fill(7.5) });
    const message = "every prediction is 7.5: the model tells nothing apart";
    expect(report.warnings).to.deep.equal([{ code: "constant-prediction", message }]);
    const line = `Gap in mean error of sex: 0.000 is within the limit 100. Warning: ${message}.`;
    expect(renderText(report).replace(/\s+/g, " ")).to.include(`PASS ${line}`);
    expect(renderMarkdown(report).replaceAll("\\", "")).to.include(`**PASS.** ${line}`);
    expect(renderHtml(report)).to.include(line);
  });

  it("accounts for every row and warns of small, empty and single cells", () => {
    const report = audit(
      { minimumSupport: 2 },
      {
        group: Int32Array.of(0, 0, 1, 1, 0, 0, -1, 1),
        label: Float64Array.of(4, 6, 4, 6, NaN, 16, 12, 16),
        prediction: Float64Array.of(5, 7, 4, NaN, 12, 18, 13, 16),
      },
    );
    expect(report.attributes[0]!.rows).to.deep.equal({
      read: 8,
      used: 5,
      excluded: { unlabelled: 1, "missing-attribute": 1, "outside-split": 0, "non-finite-prediction": 1 },
    });
    expect(report.warnings.map(({ code }) => code)).to.deep.equal(["small-cells"]);
    expect(report.warnings[0]!.message).to.include("3 of 4 cells").and.include('bin 2 in group "A" (n = 1)');
    const alone = audit({}, { group: new Int32Array(8) });
    expect(alone.warnings.map(({ code }) => code)).to.deep.equal(["one-group", "empty-cells"]);
    const none = audit({}, { group: new Int32Array(8).fill(-1) });
    expect(none.warnings.map(({ code }) => code)).to.deep.equal(["no-rows"]);
    expect(none.attributes[0]!.meanError).to.deep.include({ status: "undefined", value: null, bin: null });
  });

  it("gives the same bytes for rows in any order, and adjusts p-values for several attributes", () => {
    const turned = {
      group: attribute.group.slice().reverse(),
      label: attribute.label.slice().reverse(),
      prediction: attribute.prediction.slice().reverse(),
    };
    expect(renderJson(audit({}, turned))).to.equal(renderJson(audit()));
    const two = auditRegression({
      attributes: [attribute, { ...attribute, name: "other" }],
      version: "1.2.3",
      settings: { minimumSupport: 1, draws: 200 },
    });
    for (const { permutation, adjustedPValue } of two.attributes) {
      expect(adjustedPValue).to.be.at.least(permutation.pValue!);
    }
  });

  it("refuses limits, draws and attributes that are none", () => {
    for (const maxErrorGap of [-1, NaN, Infinity]) {
      expect(() => audit({ maxErrorGap }), String(maxErrorGap)).to.throw(UsageError, /maxErrorGap/);
    }
    expect(() => audit({ draws: -1 })).to.throw(UsageError, /draws/);
    expect(() => audit({ quantiles: [2] })).to.throw(UsageError, /quantiles/);
    expect(() => auditRegression({ attributes: [], version: "1" })).to.throw(UsageError, /attributes/);
    const twice = [attribute, attribute];
    expect(() => auditRegression({ attributes: twice, version: "1" })).to.throw(UsageError, /distinct names/);
  });
});
