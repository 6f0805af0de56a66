import { InputError, type OutcomeCounts } from "@evenodds/core";
import {
  differenceTable,
  pooledTable,
  referenceTable,
  resultTable,
  semDistance,
  signed,
  tableRows,
  type RowPlan,
} from "@evenodds/experiments/internal";
import { parseTrainingOptions, type SweepRecord } from "@evenodds/trainer";
import { expect } from "chai";

/** Right and wrong answers by group (us, them) and label (no, yes). */
function counts(cells: readonly (readonly [right: number, wrong: number])[]): OutcomeCounts {
  const [usNo, usYes, themNo, themYes] = cells as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ];
  return {
    groups: ["us", "them"],
    classes: ["no", "yes"],
    counts: Float64Array.of(...usNo, ...[...usYes].reverse(), ...themNo, ...[...themYes].reverse()),
    excluded: {},
  };
}

function record(method: "gcn" | "eqgnn", seed: number, test: OutcomeCounts, lambda = 0.1): SweepRecord {
  const options = parseTrainingOptions({ method, sensitive: "group", lambda, seed });
  const part = { nodes: 40, counts: test, errors: null };
  return {
    format: "evenodds.sweep-run/1",
    key: `${method},seed=${seed}`,
    setting: method,
    values: { method, lambda: method === "gcn" ? null : lambda },
    ...{ seed, options, tool: "evenodds 0.1.0", engine: "wasm", graph: { name: "made up", sha256: "0" } },
    ...{ status: "finished", epochs: 10 * seed, bestEpoch: 5, validationLoss: 1, validationTaskLoss: 1 },
    ...{ sensitiveIsFeature: false, warnings: [], validation: part, test: part },
  };
}

const half = [5, 5] as const;
const records: SweepRecord[] = [
  // us 0.5 in both labels; them 0.9 and 0.5: ΔEO 0.4, accuracy 0.6
  record("gcn", 1, counts([half, half, [9, 1], half])),
  // them 0.7 and 0.5: ΔEO 0.2, accuracy 0.55
  record("gcn", 2, counts([half, half, [7, 3], half])),
  // ΔEO 0.1, accuracy 0.525
  record("eqgnn", 1, counts([half, half, [6, 4], half])),
  // ΔEO 0.3, accuracy 0.575
  record("eqgnn", 2, counts([half, half, [8, 2], half])),
];
const plans: readonly RowPlan[] = [
  { title: "GCN", values: { method: "gcn" }, paper: { diagonalRecallGap: { mean: 40, sem: 10 } } },
  { title: "EqGNN", values: { method: "eqgnn", lambda: 0.1 } },
];

describe("tableRows", () => {
  const [gcn, eqgnn] = tableRows(plans, records);

  it("describes every figure over the splits", () => {
    expect(gcn!.figures.diagonalRecallGap!.mean).to.be.closeTo(0.3, 1e-12);
    expect(gcn!.figures.diagonalRecallGap!.sem).to.be.closeTo(0.1, 1e-12);
    expect(eqgnn!.figures.accuracy!.mean).to.be.closeTo(0.55, 1e-12);
    expect(gcn!.figures.epochs!.mean).to.equal(15);
  });

  it("takes differences from the first row split by split", () => {
    expect(gcn!.differences).to.equal(null);
    // −0.3 and +0.1
    const { mean, sem, n } = eqgnn!.differences!.diagonalRecallGap!;
    expect([mean, sem, n].map((x) => Math.round(1000 * x!) / 1000)).to.deep.equal([-0.1, 0.2, 2]);
  });

  it("pools the counts of all splits and keeps the sign: them minus us", () => {
    const [no, yes] = gcn!.signedGaps;
    expect(no!.value).to.be.closeTo(16 / 20 - 10 / 20, 1e-12);
    expect(yes!.value).to.equal(0);
    expect([no!.of.k, no!.of.n]).to.deep.equal([16, 20]);
  });

  it("finds runs by their other options too, and says where there are none", () => {
    const one = tableRows([{ title: "x", values: { method: "eqgnn", mode: "official" } }], records);
    expect(one[0]!.figures.accuracy!.n).to.equal(2);
    expect(() => tableRows([{ title: "Paired", values: { discriminatorLoss: "paired" } }], records)).to.throw(
      InputError,
      "Paired: expected finished runs, found none among 4",
    );
  });

  it("counts failed runs and leaves them out of every figure", () => {
    const failed = { ...records[0]!, status: "failed", error: { code: "model", message: "diverged" } } as SweepRecord;
    const [row] = tableRows([plans[0]!], [failed, records[1]!]);
    expect(row!.failed).to.equal(1);
    expect(row!.figures.accuracy!.n).to.equal(1);
    expect(resultTable([row!])).to.contain("1 (1 failed)");
  });
});

describe("tables of a page", () => {
  const rows = tableRows(plans, records);

  it("give figures in percent with standard error and standard deviation", () => {
    expect(resultTable(rows)).to.match(/\| GCN +\| +57\.5 ± 2\.5 \(3\.5\)/);
  });

  it("set ours beside the paper's with the difference in standard errors of the difference", () => {
    // (30 − 40) / √(10² + 10²)
    expect(referenceTable(rows, "paper")).to.contain("30.0 ± 10.0 / 40.0 ± 10.0 (−0.7)");
    expect(semDistance({ mean: 3, sem: null }, { mean: 1, sem: 4 })).to.equal(0.5);
    expect(semDistance({ mean: 3, sem: null }, { mean: 1, sem: null })).to.equal(null);
  });

  it("give differences in points with their p-value, and pooled gaps with counts", () => {
    expect(differenceTable(rows)).to.contain("−10.0 ± 20.0 (p 1.000)");
    expect(pooledTable(rows)).to.contain("+30.0 (16/20 − 10/20)");
  });

  it("signed never writes a minus before zero", () => {
    expect([-0.04, 0.04, -1, 2.25].map(signed)).to.deep.equal(["0.0", "0.0", "−1.0", "+2.3"]);
  });
});
