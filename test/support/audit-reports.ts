import {
  auditOutcomes,
  auditRegression,
  clusterCounts,
  describeGraph,
  type AuditInput,
  type AuditReport,
  type RegressionReport,
} from "@evenodds/auditor";
import { countOutcomes, countScores, countWeighted, Random, type OutcomeCounts } from "@evenodds/core";
import { graphOf } from "./tiny-graphs.js";

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

/**
 * A report with everything that a report can hold. Attribute `attribute` has scores, clusters and a condition, and is
 * recognised less well in its last group; attribute `age` has weighted rows. The graph is a ring with chords, whose
 * last two nodes are isolated; every twentieth node is unlabelled.
 */
export function fullReport(
  groups: readonly string[],
  {
    attribute = "group",
    classes = ["no", "yes"] as readonly [string, string],
    nodes = 600,
    ...input
  }: Partial<AuditInput> & {
    readonly attribute?: string;
    readonly classes?: readonly [string, string];
    readonly nodes?: number;
  } = {},
): AuditReport {
  const random = Random.of(3, "full report");
  const codes = (code: (node: number) => number) => Int32Array.from({ length: nodes }, (_, n) => code(n));
  const cluster = codes((n) => Math.floor(n / 12));
  const group = codes(() => random.integer(groups.length));
  const condition = codes(() => random.integer(3));
  const label = codes((n) => (n % 20 === 19 ? -1 : random.integer(2)));
  const shift = Array.from({ length: nodes }, () => 0.25 * random.uniform());
  const score = Float64Array.from(label, (y, n) => {
    const sure = group[n] === groups.length - 1 ? 0.1 : 0.3;
    const raw = 0.15 + (y === 1 ? sure : 0) + 0.3 * random.uniform() + shift[cluster[n]!]!;
    return Math.round(raw * 1000) / 1000;
  });
  const prediction = Int32Array.from(score, (s) => (s >= 0.5 ? 1 : 0));
  const rows = { group, groups, label, prediction, classes };
  const age = { code: codes(() => random.integer(2)), levels: ["under 40", "40 and over"] };
  const weighted = countWeighted({
    ...{ ...rows, group: age.code, groups: age.levels },
    weight: Float64Array.from({ length: nodes }, () => 0.5 + 2 * random.uniform()),
  });
  const arcs = Array.from({ length: nodes - 3 }, (_, n): [number, number][] => {
    const far = random.integer(nodes - 2);
    return [
      ...([n, n + 1] as const).map((from, i): [number, number] => [from, i === 0 ? n + 1 : n]),
      ...(n % 2 === 0 ? [[n, far] as [number, number], [far, n] as [number, number]] : []),
    ];
  }).flat();
  const graph = graphOf(
    arcs,
    Array.from({ length: nodes }, () => [0]),
  );
  const attributes: AuditInput["attributes"] = [
    {
      name: attribute,
      outcomes: countOutcomes(rows),
      scores: countScores({ group, label, score, groups, classes }),
      clusters: { name: "street", counts: clusterCounts({ ...rows, cluster }) },
      condition: {
        name: "degree of education",
        levels: ["low", "middle", "high"].map((level, z) => ({
          level,
          outcomes: countOutcomes({ ...rows, include: Uint8Array.from(condition, (one) => (one === z ? 1 : 0)) }),
        })),
      },
    },
    { name: "age", outcomes: weighted.outcomes, squares: weighted.squares, usedRows: weighted.usedRows },
  ];
  return auditOutcomes({
    attributes,
    stability: {
      ...{ compared: nodes, flipped: 0 },
      runs: [{ provider: "cpu", threads: 2, flipped: 0, isReproducible: true, attributes }],
    },
    version: "0.1.0",
    graph: describeGraph({
      ...{ graph, label, prediction, classes, minimumSupport: 5 },
      attributes: [
        { name: attribute, code: group, levels: groups },
        { name: "age", ...age },
      ],
    }),
    ...input,
    settings: { draws: 300, maxGap: 0.25, rule: "evidence", ...input.settings },
  });
}

/**
 * A regression on eight rows in two label bins. From 0 to 10, the two of group A are 1 too high and those of group B
 * 0.5 too low: a gap of 1.5. Group C has no row.
 */
export function regressionReport({
  limit,
  minimumSupport = 1,
  attribute = "sex",
}: {
  readonly limit: number | null;
  readonly minimumSupport?: number;
  readonly attribute?: string;
}): RegressionReport {
  return auditRegression({
    attributes: [
      {
        name: attribute,
        group: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1),
        label: Float64Array.of(4, 6, 4, 6, 12, 16, 12, 16),
        prediction: Float64Array.of(5, 7, 4, 5, 12, 18, 13, 16),
        groups: ["A<script>", "B", "C"],
      },
    ],
    version: "1.2.3",
    labelBins: { edges: [0, 10, 20] },
    settings: { minimumSupport, draws: 100, maxErrorGap: limit },
    data: { name: "p.csv", files: [{ file: "p.csv", sha256: "ab".repeat(32) }], nodes: 8, arcs: null },
  });
}
