import { clusterBootstrap, clusterTest, clusterCounts } from "@evenodds/auditor";
import { randomSums, type ClusterVectors } from "@evenodds/auditor/internal";
import { Random } from "@evenodds/core";
import { expect } from "chai";

/** 4,000 clusters of two sums: small ones that share both, and one large one in the second sum alone. */
function vectors(): ClusterVectors {
  const [starts, at, values]: number[][] = [[0], [], []];
  for (let k = 0; k < 4000; k++) {
    if (k === 7) (at!.push(1), values!.push(40));
    else if (k % 3 > 0) (at!.push(0, 1), values!.push(1, k % 2));
    starts!.push(at!.length);
  }
  return { starts: Int32Array.from(starts!), at: Int32Array.from(at!), values: Float64Array.from(values!), width: 2 };
}

/** Means, variances and covariance over 4,000 draws, and the share of draws in which the second sum is beyond 60. */
function moments(factor: "sign" | "poisson", mostSingle?: number) {
  const draw = randomSums(vectors(), { random: Random.of(1, factor), factor, mostSingle });
  const sums = new Float64Array(2);
  const n = 4000;
  const rows = Array.from({ length: n }, () => {
    draw(sums);
    return [sums[0]!, sums[1]!] as const;
  });
  const mean = (of: (row: readonly [number, number]) => number) => rows.reduce((sum, row) => sum + of(row), 0) / n;
  const [a, b] = [mean(([x]) => x), mean(([, y]) => y)];
  return {
    means: [a, b],
    variances: [mean(([x]) => (x - a) ** 2), mean(([, y]) => (y - b) ** 2)],
    covariance: mean(([x, y]) => (x - a) * (y - b)),
    beyond: rows.filter(([, y]) => Math.abs(y - b) > 60).length / n,
  };
}

describe("randomSums", () => {
  // 2,666 small clusters, 1,333 of which have a share in the second sum; the large one adds 40² = 1,600.
  for (const factor of ["sign", "poisson"] as const) {
    for (const [what, mostSingle] of [
      ["together", 100],
      ["one by one", 10_000],
    ] as const) {
      it(`draws many clusters ${what} with the moments of ${factor} factors`, () => {
        const { means, variances, covariance, beyond } = moments(factor, mostSingle);
        const expected = factor === "sign" ? [0, 0] : [2666, 1333 + 40];
        // Standard errors over 4,000 draws: 0.8 and 0.9 of the means, 2.2 % of the variances.
        means.forEach((mean, i) => expect(mean).to.be.closeTo(expected[i]!, 4));
        expect(variances[0]).to.be.closeTo(2666, 250);
        expect(variances[1]).to.be.closeTo(1333 + 1600, 300);
        expect(covariance).to.be.closeTo(1333, 200);
        // The large cluster keeps its own factor. ±40 and a normal 36.5: P(|±40 + 36.5 z| > 60) = 0.295.
        if (factor === "sign") expect(beyond).to.be.closeTo(0.295, 0.03);
      });
    }
  }

  it("gives every cluster its own factor where they are few", () => {
    const few = {
      starts: Int32Array.from([0, 1, 1, 2]),
      at: Int32Array.from([0, 1]),
      values: Float64Array.from([2, 3]),
    };
    const draw = randomSums({ ...few, width: 2 }, { random: Random.of(1, "few"), factor: "sign" });
    const sums = new Float64Array(2);
    const seen = new Set<string>();
    for (let i = 0; i < 100; i++) {
      draw(sums);
      seen.add(sums.join(" "));
    }
    expect([...seen].sort()).to.deep.equal(["-2 -3", "-2 3", "2 -3", "2 3"]);
  });
});

describe("clusterTest and clusterBootstrap of many clusters", () => {
  /** 3,000 households of four whose errors coincide; a group of its own in every fourth row. */
  const rows = (seed: number, extra: number) => {
    const random = Random.of(seed, "households");
    const n = 12_000;
    const group = Int32Array.from({ length: n }, (_, i) => (i % 4 === 0 ? 1 : 0));
    const label = Int32Array.from({ length: n }, () => random.integer(2));
    const wrong = Float64Array.from({ length: n / 4 }, () => (random.uniform() < 0.5 ? 0.1 : 0.4));
    const prediction = label.map((y, i) => {
      const rate = wrong[i >> 2]! + (group[i] === 1 ? extra : 0);
      return random.uniform() < rate ? 1 - y : y;
    });
    const cluster = Int32Array.from({ length: n }, (_, i) => i >> 2);
    return { group, label, prediction, cluster, groups: ["a", "b"], classes: ["0", "1"] };
  };

  it("agrees with the same clusters in six parts, each drawn one by one", () => {
    // Every sixth household: 500 clusters are drawn one by one, and errors are √6 times as large.
    const all = rows(1, 0);
    const part = { ...all, include: Uint8Array.from(all.cluster, (k) => (k % 6 === 0 ? 1 : 0)) };
    const whole = clusterTest(clusterCounts(all), { random: Random.of(1, "a"), draws: 2000 });
    const some = clusterTest(clusterCounts(part), { random: Random.of(1, "b"), draws: 2000 });
    expect([whole.clusters, some.clusters]).to.deep.equal([3000, 500]);
    expect(some.floor! / whole.floor!).to.be.closeTo(Math.sqrt(6), 0.35);
    const spread = clusterBootstrap(clusterCounts(all), { random: Random.of(1, "c") });
    const partSpread = clusterBootstrap(clusterCounts(part), { random: Random.of(1, "d") });
    expect(spread.dropped).to.equal(0);
    expect(partSpread.standardError! / spread.standardError!).to.be.within(1.8, 3.2);
  });

  it("keeps its level, and finds a difference", () => {
    const p = (seed: number, extra: number) =>
      clusterTest(clusterCounts(rows(seed, extra)), { random: Random.of(seed, "test"), draws: 199 }).pValue!;
    const rejected = Array.from({ length: 60 }, (_, seed) => p(seed, 0)).filter((value) => value <= 0.05).length;
    // Binomial(60, .05): mean 3, standard deviation 1.7.
    expect(rejected).to.be.at.most(9);
    expect(p(1, 0.1)).to.be.below(0.01);
  });
});
