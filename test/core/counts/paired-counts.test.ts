import {
  countOutcomes,
  crossedCodes,
  crossedLevels,
  gatherClusters,
  InputError,
  outcomesOfPairs,
  pairedClusters,
  pairedCounts,
} from "@evenodds/core";
import { expect } from "chai";

const groups = ["F", "M"];
const classes = ["no", "yes"];
const rows = {
  group: Int32Array.of(0, 0, 0, 1, 1),
  label: Int32Array.of(1, 1, 0, 1, 0),
  a: Int32Array.of(1, 0, 0, 1, 1),
  b: Int32Array.of(1, 1, 0, 0, 1),
};
const crossed = {
  group: crossedCodes([rows.group, rows.a], [groups, classes]),
  groups: crossedLevels([groups, classes]),
  label: rows.label,
  prediction: rows.b,
  classes,
};
const by = { groups, predictions: classes, classes };

describe("pairedCounts", () => {
  it("are counts of B by group and prediction of A", () => {
    const paired = pairedCounts(countOutcomes(crossed), by);
    // Group, label, prediction of A, prediction of B: each of the five rows has a place of its own.
    const expected = new Float64Array(16);
    for (const [g, y, a, b] of [
      [0, 1, 1, 1],
      [0, 1, 0, 1],
      [0, 0, 0, 0],
      [1, 1, 1, 0],
      [1, 0, 1, 1],
    ] as const)
      expected[((g * 2 + y) * 2 + a) * 2 + b]!++;
    expect([...paired.counts]).to.deep.equal([...expected]);
  });

  it("have the outcomes of each model as margins", () => {
    const { a, b } = outcomesOfPairs(pairedCounts(countOutcomes(crossed), by));
    const own = (prediction: Int32Array) =>
      countOutcomes({ group: rows.group, label: rows.label, prediction, groups, classes });
    expect([...a.counts]).to.deep.equal([...own(rows.a).counts]);
    expect([...b.counts]).to.deep.equal([...own(rows.b).counts]);
  });

  it("take classes that only A predicts", () => {
    const onlyA = ["no", "perhaps"];
    const counts = countOutcomes({ ...crossed, groups: crossedLevels([groups, onlyA]) });
    const paired = pairedCounts(counts, { groups, predictions: onlyA, classes: ["no", "yes", "perhaps"] });
    // Group F, label yes, A perhaps, B yes.
    expect(paired.counts[((0 * 3 + 1) * 3 + 2) * 3 + 1]).to.equal(1);
    expect(paired.counts.reduce((sum, count) => sum + count, 0)).to.equal(5);
  });

  it("refuse groups that do not fit, and a class that is not among them", () => {
    expect(() => pairedCounts(countOutcomes(crossed), { ...by, groups: ["F"] })).to.throw(InputError, /1 groups × 2/);
    expect(() => pairedCounts(countOutcomes(crossed), { ...by, classes: ["no"] })).to.throw(
      InputError,
      /"yes" besides/,
    );
  });
});

describe("pairedClusters", () => {
  it("keep the rows of every cluster", () => {
    const { group, label, prediction } = crossed;
    const cell = group.map((g, i) => (g * 2 + label[i]!) * 2 + prediction[i]!);
    const cluster = Int32Array.of(0, 0, 1, 1, 1);
    const counted = gatherClusters(
      { cluster, cell, count: new Float64Array(5).fill(1) },
      { groups: crossed.groups, classes, clusterCount: 2 },
    );
    const clusters = pairedClusters(counted, by);
    const paired = pairedCounts(countOutcomes(crossed), by);
    expect([...clusters.starts]).to.deep.equal([0, 2, 5]);
    const sum = new Float64Array(16);
    clusters.cells.forEach((at, i) => (sum[at]! += clusters.counts[i]!));
    expect([...sum]).to.deep.equal([...paired.counts]);
  });
});
