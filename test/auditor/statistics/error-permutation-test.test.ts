import { errorPermutationTest } from "@evenodds/auditor";
import { binErrors, Random, UsageError } from "@evenodds/core";
import { expect } from "chai";

const random = (name = "errors") => Random.of(1, name);

/** Errors of groups within one bin. */
const oneBin = (...errors: readonly (readonly number[])[]) => ({
  groups: errors.map((_, g) => `g${g}`),
  edges: [0, 1],
  errors: [errors.map((cell) => Float64Array.from(cell))],
  excluded: 0,
});

/** `n` rows in three groups, labels from 0 to 1, normal errors; those of group 2 are larger by `shift`. */
function rows(n: number, { seed, shift = 0 }: { seed: number; shift?: number }) {
  const draw = Random.of(seed, "rows");
  const group = Int32Array.from({ length: n }, (_, i) => (i % 10 === 0 ? 2 : i % 2));
  const label = Float64Array.from(group, () => draw.uniform());
  const prediction = label.map((y, i) => y + draw.normal() + (group[i] === 2 ? shift : 0));
  return binErrors({ group, label, prediction, groups: ["a", "b", "c"] });
}

describe("errorPermutationTest", () => {
  it("has the p-value and floor of all deals where they can be listed", () => {
    // Of the 6 ways to deal 0, 1, 2, 9 in pairs, means lie 5, 4, 3, 3, 4, 5 apart: 2 of 6 reach the measured 5.
    const report = errorPermutationTest(oneBin([0, 1], [2, 9]), { random: random(), minimumSupport: 1 });
    expect(report.pValue).to.be.closeTo(1 / 3, 0.02);
    expect(report.floor).to.be.closeTo(4, 0.05);
    expect(report).to.deep.include({ draws: 10_000, normalCells: 0, reason: null });
  });

  it("takes the largest gap of all bins", () => {
    const pair = oneBin([0, 1], [2, 9]).errors[0]!;
    const both = { ...oneBin(), groups: ["a", "b"], edges: [0, 1, 2], errors: [pair, pair] };
    // P(both below 5) = (4/6)².
    const { pValue } = errorPermutationTest(both, { random: random(), minimumSupport: 1 });
    expect(pValue).to.be.closeTo(1 - 4 / 9, 0.02);
  });

  it("agrees whether every row is dealt or large cells are drawn as normal numbers", () => {
    const errors = rows(6000, { seed: 3, shift: 0.06 });
    const dealt = errorPermutationTest(errors, { random: random("dealt"), draws: 3000 });
    const normal = errorPermutationTest(errors, { random: random("normal"), draws: 3000, mostDealt: 0 });
    // Four bins; groups a and b have more than 200 rows in each, c about 150. The largest gets what is left.
    expect([dealt.normalCells, normal.normalCells]).to.deep.equal([0, 4]);
    expect(normal.floor).to.be.closeTo(dealt.floor!, 0.03 * dealt.floor!);
    expect(normal.pValue).to.be.closeTo(dealt.pValue!, 0.05);
  });

  it("keeps its level and finds a difference, dealt or normal", () => {
    for (const mostDealt of [Infinity, 0]) {
      const p = (seed: number, shift: number) =>
        errorPermutationTest(rows(1200, { seed, shift }), { random: Random.of(seed, "t"), draws: 99, mostDealt })
          .pValue!;
      const rejected = Array.from({ length: 100 }, (_, seed) => p(seed, 0)).filter((value) => value <= 0.05).length;
      // Binomial(100, .05): mean 5, standard deviation 2.2.
      expect(rejected).to.be.at.most(12);
      expect(p(1, 1)).to.equal(0.01);
    }
  });

  it("depends on the seed alone, not on the order of rows, and gives p = 1 for equal errors", () => {
    const given = { group: Int32Array.of(0, 0, 1, 1, 1), label: new Float64Array(5), groups: ["a", "b"] };
    const prediction = Float64Array.of(1, 5, 2, 8, 9);
    const once = errorPermutationTest(binErrors({ ...given, prediction }), { random: random(), minimumSupport: 1 });
    const turned = errorPermutationTest(
      binErrors({ ...given, group: given.group.slice().reverse(), prediction: prediction.slice().reverse() }),
      { random: random(), minimumSupport: 1 },
    );
    expect(turned).to.deep.equal(once);
    expect(
      errorPermutationTest(oneBin([0.1, 0.1], [0.1, 0.1]), { random: random(), minimumSupport: 1 }),
    ).to.deep.include({
      pValue: 1,
      floor: 0,
    });
  });

  it("says why it was not run", () => {
    const errors = oneBin([0, 1], [2, 9]);
    expect(errorPermutationTest(errors, { random: random() }).reason).to.match(/no two groups/);
    expect(errorPermutationTest(errors, { random: random(), draws: 0 })).to.deep.include({ pValue: null, floor: null });
    expect(() => errorPermutationTest(errors, { random: random(), draws: 1.5 })).to.throw(UsageError);
  });
});
