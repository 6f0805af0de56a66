import { clusterCounts } from "@evenodds/auditor";
import { clusterScores, comparedLabels, randomSums, scoreSums } from "@evenodds/auditor/internal";
import { Random } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

function counted(size: { groups: number; classes: number; clusters: number; rows: number; seed: number }) {
  const draw = Random.of(size.seed, "rows");
  const codes = (below: number) => Int32Array.from({ length: size.rows }, () => draw.integer(below));
  const label = codes(size.classes);
  return clusterCounts({
    label,
    prediction: label.map((y) => (draw.uniform() < 0.7 ? y : draw.integer(size.classes))),
    group: codes(size.groups),
    cluster: codes(size.clusters),
    groups: Array.from({ length: size.groups }, (_, g) => `g${g}`),
    classes: Array.from({ length: size.classes }, (_, c) => `c${c}`),
  });
}

describe("scoreSums", () => {
  it("adds up to each group's distance from the rate of all groups", () => {
    // Group a: 3 of 4 rows with label 0 are predicted 1; b: 1 of 4. Together 4 of 8.
    const clustered = clusterCounts({
      group: Int32Array.from([0, 0, 0, 0, 1, 1, 1, 1]),
      label: new Int32Array(8),
      prediction: Int32Array.from([1, 1, 1, 0, 1, 0, 0, 0]),
      cluster: Int32Array.from([0, 1, 2, 3, 4, 5, 6, 7]),
      groups: ["a", "b"],
      classes: ["0", "1"],
    });
    const sums = scoreSums(clustered, comparedLabels(clustered.outcomes, 4))!;
    expect(sums.clusters).to.equal(8);
    expect(Array.from(sums.total)).to.deep.equal([0.25, -0.25]);
  });

  it("draws the sums of all shares, to 1e-12, where there are too many rates for that", () => {
    const shape = fc.record({
      groups: fc.integer({ min: 20, max: 60 }),
      classes: fc.integer({ min: 2, max: 6 }),
      clusters: fc.integer({ min: 6, max: 200 }),
      rows: fc.constant(4000),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(shape, (size) => {
        const clustered = counted(size);
        const labels = comparedLabels(clustered.outcomes, 5);
        const { starts, rates, values } = clusterScores(clustered, { labels, centre: "pooled" })!;
        const found = scoreSums(clustered, labels)!;
        const width = found.total.length;
        const random = () => Random.of(size.seed, "signs");
        const slow = randomSums({ starts, at: rates, values, width }, { random: random(), factor: "sign" });
        const draw = found.draws(random());
        const [expected, sums] = [new Float64Array(width), new Float64Array(width)];
        for (let i = 0; i < 3; i++) {
          slow(expected);
          draw(sums);
          sums.forEach((sum, at) => expect(sum).to.be.closeTo(expected[at]!, 1e-12));
        }
      }),
      { numRuns: 30 },
    );
  });
});
