import { renderSweepMarkdown, summarizeSweep, sweepTable } from "@evenodds/experiments";
import { expect } from "chai";
import { madeFailure, twoSettings } from "./made-records.js";

describe("renderSweepMarkdown", () => {
  const page = renderSweepMarkdown(summarizeSweep(twoSettings()), { chart: "pareto.svg" });
  const rows = (start: string) => page.split("\n").filter((line) => line.startsWith(start));

  it("has every figure as mean ± standard error (deviation) in percent", () => {
    const [gcn] = rows("| 1 ● | gcn");
    const cells = gcn!.split("|").map((cell) => cell.trim());
    expect(cells.slice(1, 5)).to.deep.equal(["1 ●", "gcn", "–", "75.0 ± 0.0 (0.0)"]);
    expect(cells).to.include("35.0 ± 15.0 (21.2)");
    expect(cells.slice(-3, -1)).to.deep.equal(["150", "2"]);
    expect(page).to.include("| ΔEO = equalized odds difference |");
  });

  it("has the choice, the differences with p and the pooled gaps with counts", () => {
    expect(rows("| eqgnn | 2: eqgnn, λ 1 | 1 | 40.0 |")).to.have.length(1);
    expect(rows("| 2: eqgnn, λ 1 | 1 | −7.5 ± 2.5, p 0.500 |")).to.have.length(1);
    expect(rows("| 1: gcn | −35.0 (11/20 − 18/20) | −35.0 (12/20 − 19/20) | 80 |")).to.have.length(1);
    expect(page).to.include("![Every setting by its two main figures](pareto.svg)");
    expect(page).to.match(
      /largest accuracy − equalized odds difference, of the validation outcomes pooled .*Test nodes have no part/,
    );
  });

  it("says whether labels of test nodes were hidden", () => {
    expect(page).to.match(
      /are hidden \(`held-out-labels hidden`\): those of test nodes can influence neither a model nor a choice/,
    );
    const visible = twoSettings().map((run) => ({
      ...run,
      options: { ...run.options, heldOutLabels: "visible" as const },
    }));
    expect(renderSweepMarkdown(summarizeSweep(visible))).to.match(
      /\*\*Labels and attributes of test nodes are visible/,
    );
    expect(page).to.include("The sensitive attribute is not one of the model's inputs.");
  });

  it("lists failed runs with what went wrong, escaped", () => {
    const failure = madeFailure({ method: "eqgnn", lambda: 2, seed: 1 });
    const failed = renderSweepMarkdown(summarizeSweep([...twoSettings(), failure]));
    expect(failed).to.include("1 of 5 runs gave no model.");
    expect(failed).to.include("| `method=eqgnn,lambda=2,seed=1` | no finite \\| loss |");
    expect(page).to.not.include("Failed runs");
  });

  it("names the settings whose gap is no larger than chance", () => {
    // eqgnn has gaps of 0.1 and 0 in cells of ten nodes; gcn has 0.2 and 0.5.
    expect(page).to.include("The equalized odds difference of setting 2 lies at or below its noise floor");
  });

  it("has no chart that is not named, and no number that is none", () => {
    expect(renderSweepMarkdown(summarizeSweep(twoSettings()))).to.not.include("![");
    expect(page).to.not.match(/NaN|Infinity|null/);
  });
});

describe("sweepTable", () => {
  it("has a row for every run, failed ones with their message", () => {
    const records = [...twoSettings(), madeFailure({ method: "eqgnn", lambda: 0.5, seed: 1 })];
    const { columns, rows } = sweepTable(records);
    expect(rows).to.equal(5);
    const row = (r: number) => Object.fromEntries(columns.map(({ name, at }) => [name, at(r)]));
    expect(row(0)).to.include({
      ...{ run: "method=gcn,seed=1", setting: "method=gcn", seed: 1, status: "finished", message: null },
      ...{ method: "gcn", lambda: null, epochs: 100, accuracy: 0.75, validation_accuracy: 0.5 },
    });
    expect(row(0).diagonal_recall_gap).to.be.closeTo(0.2, 1e-12);
    expect(row(4)).to.include({
      status: "failed",
      message: "no finite | loss",
      lambda: 0.5,
      accuracy: null,
      epochs: null,
    });
    const kinds = Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
    expect(kinds).to.include({ seed: "int32", lambda: "float64", method: "text", epochs: "int32" });
    expect(new Set(columns.map(({ name }) => name)).size).to.equal(columns.length);
  });

  it("is empty without runs", () => {
    expect(sweepTable([]).rows).to.equal(0);
  });
});
