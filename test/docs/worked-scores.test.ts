import * as core from "@evenodds/core";
import { outcomesAtThreshold } from "@evenodds/core";
import { expect } from "chai";
import { scoresOf } from "../support/scores.js";
import { expectStated } from "./support/arithmetic.js";
import { readPage, section, tableRows } from "./support/pages.js";

const page = readPage("docs/metrics.md");
const groups = ["A", "B"] as const;

describe("the scores of docs/metrics.md", () => {
  const rows = tableRows(section(page, "From scores"));
  const numbers = (text: string) => text.split(", ").map(Number);
  const listed = rows
    .filter((row) => row.length === 3 && groups.some((group) => group === row[0]))
    .map(([group, one, zero]) => [group!, [numbers(zero!), numbers(one!)]] as const);
  const scores = scoresOf(Object.fromEntries(listed));
  const options = { minimumSupport: 1 };

  it("are ten, with the figures of the table", () => {
    expect(scores.counts.reduce((sum, n) => sum + n, 0)).to.equal(10);
    const figures: Readonly<Record<string, core.FigureByGroup>> = {
      aucByGroup: core.aucByGroup(scores, options),
      brierByGroup: core.brierByGroup(scores, options),
      calibrationByGroup: core.calibrationByGroup(scores, { ...options, bins: 2 }),
    };
    for (const [name, { byGroup, overall, gap }] of Object.entries(figures)) {
      const [, a, b, all, difference] = rows.find(([first]) => first === `\`${name}\``)!;
      [a, b, all, difference].forEach((text, i) =>
        expectStated(text!, [byGroup[0]!.value, byGroup[1]!.value, overall, gap.value][i]!),
      );
    }
  });

  it("have the curve and the thresholds of the tables", () => {
    for (const [threshold, gap, accuracy] of tableRows(section(page, "Threshold curve")).slice(1)) {
      const [point] = core.thresholdCurve(scores, { ...options, thresholds: [Number(threshold)] });
      expectStated(gap!, point!.gap);
      expectStated(accuracy!, point!.accuracy);
      expectStated(accuracy!, core.accuracy(outcomesAtThreshold(scores, Number(threshold))));
    }
    const found = core.equalizingThresholds(scores, options);
    for (const [name, a, b, gap, balanced] of tableRows(section(page, "Equalizing thresholds")).slice(1)) {
      const choice = found[name!.replaceAll("`", "") as "common" | "separate"]!;
      expect(choice.byGroup.map(({ threshold }) => threshold)).to.deep.equal([Number(a), Number(b)]);
      expectStated(gap!, choice.gap);
      expectStated(balanced!, choice.balancedAccuracy);
    }
  });
});

describe("the regression of docs/metrics.md", () => {
  it("has the gaps of its table", () => {
    const rows = tableRows(section(page, "Regression"));
    const numbers = (text: string) => text.replaceAll("−", "-").split(", ").map(Number);
    const listed = rows
      .filter((row) => row.length === 5)
      .slice(1)
      .flatMap(([, group, labels, predictions, errors]) =>
        numbers(labels!).map((label, i) => {
          const prediction = numbers(predictions!)[i]!;
          expect(prediction - label).to.equal(numbers(errors!)[i]);
          return { group: groups.indexOf(group as "A"), label, prediction };
        }),
      );
    const { meanError, errorQuantiles } = core.regressionGaps(
      {
        group: Int32Array.from(listed, ({ group }) => group),
        label: Float64Array.from(listed, ({ label }) => label),
        prediction: Float64Array.from(listed, ({ prediction }) => prediction),
        groups,
      },
      { edges: [0, 10, 20], quantiles: [0.5, 0.9], minimumSupport: 1 },
    );
    const computed = [meanError.value, ...errorQuantiles.map(({ gap }) => gap.value)];
    rows
      .filter((row) => row.length === 2)
      .slice(1)
      .forEach(([, gap], i) => expectStated(gap!, computed[i]!));
    expect(listed).to.have.length(8);
  });
});
