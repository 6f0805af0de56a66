import {
  clusterBootstrap,
  clusterIntervals,
  clusterTest,
  clusterCounts,
  newcombeInterval,
  normalQuantile,
  simultaneousIntervals,
} from "@evenodds/auditor";
import { clusterScores, comparedLabels, studentQuantile } from "@evenodds/auditor/internal";
import {
  cellSize,
  countAt,
  countOutcomes,
  equalizedOddsComparisons,
  equalizedOddsDifference,
  InputError,
  Random,
  type ClusterCounts,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

const names = { groups: ["a", "b"], classes: ["0", "1"] };
const random = () => Random.of(3, "clusters");

/**
 * Communities of 20 nodes with group and label mixed; right with logit 1 + `spread` · u for a community's own normal u.
 */
function communities(count: number, { spread, seed, mixing }: { spread: number; seed: number; mixing: number }) {
  const draw = Random.of(seed, "communities");
  const n = count * 20;
  const [group, label, prediction] = [new Int32Array(n), new Int32Array(n), new Int32Array(n)];
  const cluster = Int32Array.from({ length: n }, (_, i) => Math.floor(i / 20));
  for (let k = 0; k < count; k++) {
    const right = 1 / (1 + Math.exp(-(1 + spread * draw.normal())));
    const share = k % 2 === 0 ? mixing : 1 - mixing;
    for (let i = k * 20; i < (k + 1) * 20; i++) {
      group[i] = draw.uniform() < share ? 1 : 0;
      label[i] = draw.uniform() < 0.5 ? 1 : 0;
      prediction[i] = draw.uniform() < right ? label[i]! : 1 - label[i]!;
    }
  }
  return { group, label, prediction, cluster, ...names };
}

/** One cluster per row. */
const alone = (rows: ReturnType<typeof communities>) => ({
  ...rows,
  cluster: new Int32Array(rows.label.length).fill(-1),
});

describe("clusterCounts", () => {
  it("counts the cells of every cluster without zeros", () => {
    const rows = {
      group: Int32Array.from([0, 1, 0, 0, -1]),
      label: Int32Array.from([0, 1, 0, 0, 0]),
      prediction: Int32Array.from([0, 1, 1, 0, 0]),
      cluster: Int32Array.from([7, 7, -1, 7, 9]),
    };
    const { outcomes, starts, cells, counts } = clusterCounts({ ...rows, ...names });
    // Cluster 7: two rows (a, 0, 0) and one (b, 1, 1). The row without cluster is one of its own; the last has no
    // group.
    expect(Array.from(starts)).to.deep.equal([0, 2, 3]);
    expect(Array.from(cells)).to.deep.equal([0, 7, 1]);
    expect(Array.from(counts)).to.deep.equal([2, 1, 1]);
    expect(Array.from(outcomes.counts)).to.deep.equal([2, 1, 0, 0, 0, 0, 0, 1]);
  });

  it("adds up to the counts of all rows, and refuses lengths that disagree", () => {
    const rows = communities(10, { spread: 1, seed: 1, mixing: 0.3 });
    expect(clusterCounts(rows).outcomes.counts).to.deep.equal(countOutcomes(rows).counts);
    expect(() => clusterCounts({ ...rows, cluster: new Int32Array(3) })).to.throw(InputError, /clusters.*200.*3/);
  });
});

describe("clusterScores", () => {
  it("adds up to each group's distance from the pooled rate, or to 0 from its own", () => {
    const counted = clusterCounts(communities(30, { spread: 1, seed: 2, mixing: 0.3 }));
    const labels = comparedLabels(counted.outcomes, 5);
    const sums = (centre: "pooled" | "own") => {
      const { rates, values } = clusterScores(counted, { labels, centre })!;
      const total = [0, 0, 0, 0];
      rates.forEach((rate, entry) => (total[rate]! += values[entry]!));
      return total;
    };
    for (const sum of sums("own")) expect(sum).to.be.closeTo(0, 1e-12);
    const [a0, b0, a1, b1] = sums("pooled");
    const gap = Math.max(Math.abs(a0! - b0!), Math.abs(a1! - b1!));
    expect(gap).to.be.closeTo(equalizedOddsDifference(counted.outcomes).value!, 1e-12);
  });
});

describe("clusterTest", () => {
  it("keeps its level where errors come in communities", () => {
    const p = Array.from({ length: 150 }, (_, seed) =>
      clusterTest(clusterCounts(communities(40, { spread: 1.5, seed, mixing: 0.1 })), {
        random: Random.of(seed, "test"),
        draws: 99,
      }),
    );
    // Binomial(150, .05): mean 7.5, standard deviation 2.7. Rows taken as independent would reject about 45 times.
    expect(p.filter(({ pValue }) => pValue! <= 0.05).length).to.be.at.most(16);
  });

  it("finds a difference that is there", () => {
    const rows = communities(40, { spread: 0.5, seed: 5, mixing: 0.5 });
    const prediction = rows.prediction.map((p, i) => (rows.group[i] === 1 && i % 3 === 0 ? 1 - p : p));
    expect(clusterTest(clusterCounts({ ...rows, prediction }), { random: random(), draws: 999 }).pValue).to.be.below(
      0.01,
    );
  });

  it("gives p = 1 for equal groups and repeats itself for a seed", () => {
    const rows = communities(12, { spread: 1, seed: 3, mixing: 0.5 });
    const constant = clusterCounts({ ...rows, prediction: new Int32Array(rows.label.length) });
    expect(clusterTest(constant, { random: random() })).to.deep.include({ pValue: 1, floor: 0 });
    const counted = clusterCounts(rows);
    const once = clusterTest(counted, { random: random(), draws: 200 });
    expect(clusterTest(counted, { random: random(), draws: 200 })).to.deep.equal(once);
  });

  it("says why it was not run", () => {
    const rows = communities(4, { spread: 1, seed: 3, mixing: 0.5 });
    const run = (draws: number, group = rows.group) =>
      clusterTest(clusterCounts({ ...rows, group }), { random: random(), draws }).reason;
    expect(run(10)).to.match(/4 clusters are too few/);
    expect(run(0)).to.match(/switched off/);
    expect(run(10, new Int32Array(80))).to.match(/no two groups/);
  });
});

describe("clusterBootstrap", () => {
  it("contains the measured gap and is wider than where rows are independent", () => {
    const rows = communities(40, { spread: 2, seed: 8, mixing: 0.1 });
    const run = (of: typeof rows) => clusterBootstrap(clusterCounts(of), { random: random(), draws: 300 });
    const clustered = run(rows);
    const gap = equalizedOddsDifference(countOutcomes(rows)).value!;
    expect(gap).to.be.within(clustered.lower!, clustered.upper!);
    expect(clustered.standardError).to.be.above(1.5 * run(alone(rows)).standardError!);
    expect(clustered).to.deep.include({ clusters: 40, draws: 300, dropped: 0, reason: null });
  });

  it("drops draws with an empty cell and counts them", () => {
    // Group b with label 1 lives in one of eight clusters, which a draw misses with probability (7/8)^8 = .34.
    const rows = communities(8, { spread: 0, seed: 1, mixing: 0.5 });
    const group = rows.group.map((g, i) => (i >= 20 && rows.label[i] === 1 ? 0 : g));
    const { dropped } = clusterBootstrap(clusterCounts({ ...rows, group }), { random: random(), draws: 1000 });
    expect(dropped).to.be.within(290, 400);
  });

  it("says why there is nothing", () => {
    const counted = clusterCounts(communities(4, { spread: 0, seed: 1, mixing: 0.5 }));
    expect(clusterBootstrap(counted, { random: random() })).to.deep.include({ lower: null, upper: null });
    expect(clusterBootstrap(counted, { random: random() }).reason).to.match(/too few/);
  });
});

describe("clusterIntervals", () => {
  it("is close to the plain intervals where every row is its own cluster", () => {
    const rows = alone(communities(50, { spread: 0, seed: 4, mixing: 0.5 }));
    const plain = simultaneousIntervals(equalizedOddsComparisons(countOutcomes(rows)));
    const own = clusterIntervals(clusterCounts(rows));
    expect(own.comparisons).to.equal(plain.comparisons);
    expect(own.designEffect).to.be.within(1, 1.02);
    expect(own.upper).to.be.closeTo(plain.upper!, 0.005);
  });

  it("is wider where errors come in communities", () => {
    const rows = communities(50, { spread: 2, seed: 4, mixing: 0.1 });
    const plain = simultaneousIntervals(equalizedOddsComparisons(countOutcomes(rows)));
    const clustered = clusterIntervals(clusterCounts(rows));
    expect(clustered.designEffect).to.be.above(2);
    expect(clustered.upper).to.be.above(plain.upper! + 0.02);
  });

  it("has nothing to say about few clusters or one group", () => {
    const rows = communities(5, { spread: 0, seed: 1, mixing: 0.5 });
    expect(clusterIntervals(clusterCounts(rows)).reason).to.match(/5 clusters: at least 6/);
    const single = { ...rows, group: new Int32Array(100) };
    expect(clusterIntervals(clusterCounts(single))).to.deep.include({ lower: null, upper: null, comparisons: 0 });
  });
});

/** The intervals of all pairs, with every cluster's shares in both of its groups compared. */
function slowIntervals(clustered: ClusterCounts, minimumSupport: number) {
  const { outcomes } = clustered;
  const labels = comparedLabels(outcomes, minimumSupport);
  const { starts, rates, values, comparisons } = clusterScores(clustered, { labels, centre: "own" })!;
  const all = starts.length - 1;
  const shares = Array.from({ length: all }, (_, k) => {
    const own = new Map<number, number>();
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) own.set(rates[entry]!, values[entry]!);
    return own;
  });
  const cells = labels.flatMap(({ label, groups, predictions }) =>
    predictions.map((p) => groups.map((g) => ({ k: countAt(outcomes, g, label, p), n: cellSize(outcomes, g, label) }))),
  );
  const variance = ({ k, n }: { k: number; n: number }) => (k * (n - k)) / n ** 3;
  const pairs = comparisons.flatMap(({ start, groups }, c) =>
    Array.from({ length: groups }, (_, a) =>
      Array.from({ length: groups - a - 1 }, (_, i) => {
        const [first, second] = [cells[c]![a]!, cells[c]![a + 1 + i]!];
        const both = shares.map((own) => [own.get(start + a) ?? 0, own.get(start + a + 1 + i) ?? 0] as const);
        const clusters = both.filter(([one, other]) => one !== 0 || other !== 0).length;
        const between = both.reduce((sum, [one, other]) => sum + (one - other) ** 2, 0) * (clusters / (clusters - 1));
        const binomial = variance(first) + variance(second);
        if (binomial === 0 || clusters < 2) return { first, second, effect: null, clusters: all };
        return { first, second, effect: Math.max(1, between / binomial), clusters };
      }),
    ).flat(),
  );
  const known = pairs.flatMap(({ effect }) => (effect === null ? [] : [effect]));
  const usual = known.length === 0 ? 1 : known.reduce((sum, effect) => sum + effect, 0) / known.length;
  const z = normalQuantile(1 - 0.05 / (2 * pairs.length));
  const intervals = pairs.map(({ first, second, effect, clusters }) => {
    const cut = ({ k, n }: typeof first) => ({ k: k / (effect ?? usual), n: n / (effect ?? usual) });
    return newcombeInterval({ first: cut(first), second: cut(second) }, studentQuantile(z, clusters - 1))!;
  });
  return {
    comparisons: pairs.length,
    fewest: Math.min(...pairs.map(({ clusters }) => clusters)),
    designEffect: known.length === 0 ? usual : Math.max(...known),
    lower: Math.max(0, ...intervals.flatMap(({ lower, upper }) => [lower, -upper])),
    upper: Math.min(1, Math.max(...intervals.flatMap(({ lower, upper }) => [upper, -lower]))),
  };
}

describe("clusterIntervals of many groups", () => {
  it("are those of every pair with every cluster, to 1e-12", () => {
    const shape = fc.record({
      groups: fc.integer({ min: 2, max: 12 }),
      classes: fc.integer({ min: 2, max: 4 }),
      clusters: fc.integer({ min: 6, max: 40 }),
      nested: fc.boolean(),
      right: fc.constantFrom(0.2, 0.7, 0.97, 1),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(shape, ({ groups, classes, clusters, nested, right, seed }) => {
        const draw = Random.of(seed, "rows");
        const codes = (below: number) => Int32Array.from({ length: 800 }, () => draw.integer(below));
        const label = codes(classes);
        const cluster = codes(clusters);
        const clustered = clusterCounts({
          label,
          prediction: label.map((y) => (draw.uniform() < right ? y : draw.integer(classes))),
          group: nested ? cluster.map((k) => k % groups) : codes(groups),
          cluster,
          groups: Array.from({ length: groups }, (_, g) => `g${g}`),
          classes: Array.from({ length: classes }, (_, c) => `c${c}`),
        });
        const slow = slowIntervals(clustered, 5);
        const found = clusterIntervals(clustered);
        if (slow.comparisons === 0 || slow.fewest < 6) {
          expect(found.lower).to.equal(null);
          return;
        }
        expect(found.comparisons).to.equal(slow.comparisons);
        for (const figure of ["designEffect", "lower", "upper"] as const) {
          expect(Math.abs(found[figure]! - slow[figure]), figure).to.be.at.most(1e-12 * Math.max(1, slow[figure]));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("studentQuantile", () => {
  it("agrees with tables of Student's t", () => {
    // t(.975) for 5, 10 and 30 degrees of freedom.
    expect(studentQuantile(1.959964, 5)).to.be.closeTo(2.5706, 0.01);
    expect(studentQuantile(1.959964, 10)).to.be.closeTo(2.2281, 0.001);
    expect(studentQuantile(1.959964, 30)).to.be.closeTo(2.0423, 0.0001);
  });
});
