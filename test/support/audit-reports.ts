import { auditOutcomes, type AuditInput, type AuditReport } from "@evenodds/auditor";
import type { OutcomeCounts } from "@evenodds/core";

/**
 * Counts of one attribute, as a reader writes them down: for every group, for every label, how many rows got which
 * prediction. `{ a: [[8, 2], [1, 9]] }` has 10 rows of each label in group a.
 */
export function countsOf(
  classes: readonly string[],
  groups: Readonly<Record<string, readonly (readonly number[])[]>>,
  excluded: OutcomeCounts["excluded"] = {},
): OutcomeCounts {
  const counts = Float64Array.from(Object.values(groups).flat(2));
  return { groups: Object.keys(groups), classes, counts, excluded };
}

/** A report on one attribute called `group`, without a gate unless `input` has one. */
export function reportOf(outcomes: OutcomeCounts, input: Partial<AuditInput> = {}): AuditReport {
  return auditOutcomes({
    attributes: [{ name: "group", outcomes }],
    version: "0.1.0",
    ...input,
    settings: { draws: 200, ...input.settings },
  });
}

/**
 * A credit model: women with good credit are recognised in 75 of 120 cases, men in 192 of 240, a gap of 0.175 that
 * violates the limit 0.1.
 */
export function creditReport(input: Partial<AuditInput> = {}): AuditReport {
  const outcomes = countsOf(
    ["bad", "good"],
    {
      female: [
        [42, 18],
        [45, 75],
      ],
      male: [
        [60, 40],
        [48, 192],
      ],
    },
    { unlabelled: 12, "outside-split": 468 },
  );
  return reportOf(outcomes, {
    attributes: [{ name: "gender", outcomes }],
    settings: { draws: 500, maxGap: 0.1, rule: "point" },
    model: {
      file: "german.onnx",
      sha256: "3f0c6a1d9b8e4f7725e6d0b1a2c3948576a0b1c2d3e4f5061728394a5b6c7d8e",
      producer: "evenodds 0.1.0",
      featureCount: 27,
      provenance: {
        tool: "evenodds 0.1.0",
        method: "paper",
        seed: 7,
        engine: "wasm",
        graph: { name: "german", sha256: "aa11" },
        sensitive: "gender",
        epochs: 300,
      },
    },
    data: {
      name: "german",
      files: [{ file: "german.csv", sha256: "49cc549b1ca3f1650e3bdcd8cfce62313c763abfbcbf785d32b07fb76ae078ca" }],
      nodes: 1000,
      arcs: 43_484,
    },
    provider: "cpu",
    split: "test",
    trainingNodes: 0,
    ...input,
  });
}

/** Five classes and eight groups; group `h` has no row of class `e`, and few of class `d`. */
export function wideReport(input: Partial<AuditInput> = {}): AuditReport {
  const classes = ["a", "b", "c", "d", "e"];
  const groups: Record<string, number[][]> = {};
  "North America|South America|Europe|Middle East|Central Asia|East Asia|Africa|Oceania"
    .split("|")
    .forEach((name, g) => {
      groups[name] = classes.map((_, y) => {
        const rows = classes.map((__, p) => (p === y ? 40 + ((g * 7 + y * 3) % 11) : (g * 3 + y * 5 + p) % 7));
        if (g === 7 && y === 4) return rows.map(() => 0);
        return g === 7 && y === 3 ? [0, 1, 0, 1, 0] : rows;
      });
    });
  const outcomes = countsOf(classes, groups, { "missing-attribute": 31 });
  return reportOf(outcomes, {
    attributes: [{ name: "region", outcomes }],
    settings: { draws: 300, maxGap: 0.2, rule: "evidence" },
    ...input,
  });
}
