import {
  accuracy,
  cellSize,
  conditionalEqualizedOdds,
  countWeighted,
  demographicParityDifference,
  effectiveCounts,
  equalizedOddsDifference,
  predictionCounts,
  regressionGaps,
} from "@evenodds/core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { outcomesOfCase, readFixture } from "../../fixtures/oracle/fixtures.js";

const fixture = readFixture("rows.json");
const everyRow = { minimumSupport: 1 };
const tolerance = 1e-12;

describe("conditionalEqualizedOdds against Fairlearn's control features", () => {
  const { levels, unconditional, groups, classes } = fixture.conditional[0]!;
  const ours = conditionalEqualizedOdds(
    levels.map(({ level, counts }) => ({ level, outcomes: outcomesOfCase({ groups, classes, counts }) })),
    everyRow,
  );

  it("has the same gap in every level", () => {
    expectClose(
      ours.byLevel.map(({ disparity }) => disparity.value!),
      levels.map(({ gap }) => gap),
      tolerance,
    );
  });

  it("is the largest of them, which the gap of all rows hides", () => {
    const largest = Math.max(...levels.map(({ gap }) => gap));
    expect(ours.status).to.equal("estimated");
    expect(ours.value).to.be.closeTo(largest, tolerance);
    expect(unconditional).to.be.below(largest);
  });
});

describe("countWeighted against Fairlearn's and scikit-learn's sample weights", () => {
  const one = fixture.weighted[0]!;
  const counted = countWeighted({
    group: Int32Array.from(one.group),
    label: Int32Array.from(one.y),
    prediction: Int32Array.from(one.prediction),
    weight: Float64Array.from(one.weight),
    groups: one.groups,
    classes: ["0", "1"],
  });

  it("gives the same figures", () => {
    const { outcomes } = counted;
    const difference = equalizedOddsDifference(outcomes, everyRow).value;
    expect(difference).to.be.closeTo(one.equalizedOddsDifference, tolerance);
    const parity = demographicParityDifference(predictionCounts(outcomes), everyRow).value;
    expect(parity).to.be.closeTo(one.demographicParityDifference, tolerance);
    expect(accuracy(outcomes)).to.be.closeTo(one.accuracy, tolerance);
  });

  it("effectiveCounts has Kish's effective size in every cell", () => {
    const effective = effectiveCounts(counted);
    one.effectiveSizes.forEach((sizes, group) => {
      sizes.forEach((size, label) => expect(cellSize(effective, group, label)).to.be.closeTo(size, tolerance * 100));
    });
  });
});

describe("regressionGaps against Fairlearn's MetricFrame and numpy.quantile", () => {
  const one = fixture.regression[0]!;
  const ours = regressionGaps(
    {
      group: Int32Array.from(one.group),
      label: Float64Array.from(one.y),
      prediction: Float64Array.from(one.prediction),
      groups: one.groups,
    },
    everyRow,
  );
  const valuesOf = (figure: "mean" | number) =>
    ours.bins.filter((entry) => entry.figure === figure).flatMap(({ byGroup }) => byGroup.map(({ value }) => value!));

  it("bins between quantiles of the label", () => expectClose(ours.edges, one.edges, tolerance));

  it("mean error by bin and group, and its largest gap", () => {
    expectClose(valuesOf("mean"), one.meanError.flat(), tolerance);
    expect(ours.meanError.value).to.be.closeTo(one.meanErrorGap, tolerance);
  });

  for (const { quantile, values } of one.errorQuantiles) {
    it(`quantile ${quantile} of the error by bin and group`, () => {
      expectClose(valuesOf(quantile), values.flat(), tolerance);
    });
  }
});
