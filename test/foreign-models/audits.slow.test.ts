import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditReport } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { expectToFitSchema } from "../support/report-schema.js";
import {
  expectedOf,
  foreignModels,
  foreignPath,
  isOnGraph,
  refusedModels as refused,
  type ForeignModel,
  type ForeignPredictions,
} from "../support/foreign-models.js";

/** What a user says to audit a model: the file, the data, its columns, and the flags of the table. */
function argumentsOf(model: ForeignModel): string[] {
  const { name, data, flags, label } = model;
  const columns = isOnGraph(model) ? [] : ["--id", "id", "--label", label];
  return [foreignPath(`${name}/model.onnx`), foreignPath(data), ...columns, ...flags];
}

/** A graph says itself what its features are. */
function sensitiveOf(model: ForeignModel): string[] {
  return isOnGraph(model) ? [] : ["--sensitive", model.sensitive];
}

describe("audits of foreign models", () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "evenodds-foreign-"));
  });

  after(() => rmSync(folder, { recursive: true }));

  it("refuse only models of the table", () => {
    const names = foreignModels.map(({ name }) => name);
    expect(names).to.include.members([...refused.keys()]);
    expect(names.length - refused.size).to.be.at.least(75);
  });

  for (const model of foreignModels) {
    const words = refused.get(model.name);
    if (words !== undefined) {
      it(`refuse ${model.name} in one line`, async () => {
        const { code, log } = await runCli(["audit", ...argumentsOf(model), "--sensitive", model.sensitive]);
        expect(code).to.equal(2);
        expect(log.filter((line) => line.startsWith("evenodds:"))).to.have.length(1);
        expect(log.join("\n")).to.include(words);
      });
      continue;
    }

    it(`have the cells and Brier scores of the maker of ${model.name}`, async () => {
      const flags = ["--sensitive", model.sensitive, "--draws", "0", "--json"];
      const { code, out, log } = await runCli(["audit", ...argumentsOf(model), ...flags]);
      expect(code, log.join("\n")).to.equal(0);
      const report = JSON.parse(out) as AuditReport;
      expectToFitSchema(report);
      expect(kindsOf(model)).to.include(report.model?.output?.kind);
      expectFigures(report, expectedOf(model), model);
    });

    it(`have the classes and probabilities of the maker of ${model.name}`, async () => {
      const file = join(folder, `${model.name}.csv`);
      const { code, log } = await runCli(["predict", ...argumentsOf(model), ...sensitiveOf(model), "--out", file]);
      expect(code, log.join("\n")).to.equal(0);
      expectPredictions(readFileSync(file, "utf8"), expectedOf(model), model);
    });
  }
});

/** Two sigmoids of z and −z, as some converters write two classes, are taken for independent ones of equal numbers. */
function kindsOf({ name, answer }: ForeignModel): readonly string[] {
  const opposite = ["sklearn-pipeline", "sklearn-pipeline-zipmap", "catboost"];
  return opposite.includes(name) ? ["independent-probabilities"] : [answer.kind];
}

/** Counts of every cell, and the Brier score where the report has one: of two classes, from probabilities. */
function expectFigures(report: AuditReport, { classes, figures }: ForeignPredictions, model: ForeignModel): void {
  const [attribute] = report.attributes;
  for (const [group, { confusion, brier, rows }] of Object.entries(figures)) {
    const cells = classes.map((label) =>
      classes.map((prediction) =>
        attribute!.cells
          .filter((cell) => cell.label === label && (group === "all" || cell.group === group))
          .flatMap((cell) => cell.predictions.filter((one) => one.prediction === prediction))
          .reduce((sum, { k }) => sum + k, 0),
      ),
    );
    expect(cells, group).to.deep.equal(confusion);
    if (brier === null || classes.length > 2) continue;
    const reported = attribute!.scores!.brier!;
    const value = group === "all" ? reported.overall : reported.byGroup.find((one) => one.group === group)!.value;
    expect(value, group).to.be.closeTo(brier[classes[1]!]!, brierTolerance(model));
    expect(rows, group).to.be.above(0);
  }
}

/** Classes and probabilities of every node, and from them the Brier score of each class against the rest. */
function expectPredictions(csv: string, expected: ForeignPredictions, model: ForeignModel): void {
  const [head, ...rows] = csv
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  const at = (name: string) => head!.indexOf(name);
  const { ids, classes, predicted, probabilities, figures } = expected;
  expect(rows.map((row) => row[0])).to.deep.equal(ids);
  expect(rows.map((row) => row[at("predicted")])).to.deep.equal(predicted);
  if (probabilities === null) {
    expect(head!.filter((name) => name.startsWith("probability"))).to.deep.equal([]);
    return;
  }
  for (const [column, name] of classes.entries()) {
    const found = rows.map((row) => Number(row[at(`probability_${name}`)]));
    for (const [index, value] of found.entries()) {
      expect(value, `${ids[index]!} ${name}`).to.be.closeTo(probabilities[index]![column]!, model.tolerance);
    }
    const score = figures["all"]!.brier![name];
    if (score === undefined) continue;
    const squares = rows.flatMap((row, index) => {
      const label = row[at("label")]!;
      return label === "" ? [] : [(found[index]! - (label === name ? 1 : 0)) ** 2];
    });
    expect(squares).to.have.length(figures["all"]!.rows);
    const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
    expect(mean, name).to.be.closeTo(score, brierTolerance(model));
  }
}

/** float16 differs by more than rounding of float32: a score moves at most twice as far as its probabilities. */
function brierTolerance({ tolerance }: ForeignModel): number {
  return tolerance > 1e-5 ? 2 * tolerance : 1e-6;
}
