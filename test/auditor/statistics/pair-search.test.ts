import { evidencePower, limitPValue, newcombeInterval, normalQuantile, simultaneousIntervals } from "@evenodds/auditor";
import { pairSearch } from "@evenodds/auditor/internal";
import {
  comparisonTable,
  equalizedOddsComparisons,
  equalizedOddsTable,
  gapOf,
  largestGap,
  Random,
  type Comparison,
  type GroupFraction,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes } from "../../support/outcomes.js";

interface Pair {
  readonly high: GroupFraction;
  readonly low: GroupFraction;
}

/** Every pair of groups, one after the other. */
function listPairs(comparisons: readonly Comparison[], minimumSupport: number): Pair[] {
  return comparisons.flatMap(({ fractions }) => {
    const supported = fractions.filter(({ n }) => n >= minimumSupport);
    return supported.flatMap((a, i) =>
      supported.slice(i + 1).map((b) => (gapOf(a, b) >= 0 ? { high: a, low: b } : { high: b, low: a })),
    );
  });
}

/** The bounds by the interval of every single pair, and the pair with the largest lower one. */
function slowBounds(pairs: readonly Pair[], z: number, factor = 1) {
  const times = ({ k, n }: GroupFraction) => ({ k: k * factor, n: n * factor });
  let [lower, upper] = [0, 0];
  let surest: Pair | null = null;
  for (const pair of pairs) {
    const interval = newcombeInterval({ first: times(pair.high), second: times(pair.low) }, z)!;
    if (interval.lower > lower) [lower, surest] = [interval.lower, pair];
    upper = Math.max(upper, interval.upper, -interval.lower);
  }
  return { lower, upper: Math.min(1, upper), surest };
}

const slowPValue = (pairs: readonly Pair[], limit: number) => {
  const violates = (p: number) => slowBounds(pairs, -normalQuantile(p / (2 * pairs.length))).lower > limit;
  if (violates(1e-12)) return 1e-12;
  if (!violates(1 - Number.EPSILON)) return 1;
  let [low, high] = [Math.log(1e-12), 0];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (violates(Math.exp(middle))) high = middle;
    else low = middle;
  }
  return Math.min(1, Math.exp(high));
};

/** More groups than every pair is looked at for, many of them with equal cells, so that pairs tie. */
const manyGroups = fc
  .record({
    groups: fc.integer({ min: 2, max: 70 }),
    comparisons: fc.integer({ min: 1, max: 3 }),
    sizes: fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }),
    seed: fc.nat(),
    constant: fc.boolean(),
  })
  .map(({ groups, comparisons, sizes, seed, constant }): Comparison[] => {
    const random = Random.of(seed, "groups");
    return Array.from({ length: comparisons }, (_, c) => ({
      label: `${c}`,
      prediction: "p",
      fractions: Array.from({ length: groups }, (_, g) => {
        const n = sizes[random.integer(sizes.length)]!;
        return { group: `g${g}`, k: constant ? n * random.integer(2) : random.integer(n + 1), n };
      }),
    }));
  });

const minimumSupport = 5;

describe("pairSearch", () => {
  it("has the bounds of all pairs, to the last bit, and the first pair with the largest lower one", () => {
    fc.assert(
      fc.property(manyGroups, fc.double({ min: 0.1, max: 6, noNaN: true }), (comparisons, z): void => {
        const pairs = listPairs(comparisons, minimumSupport);
        const search = pairSearch(comparisonTable(comparisons), { minimumSupport });
        expect(search.pairs).to.equal(pairs.length);
        const found = search.bounds({ z });
        const slow = slowBounds(pairs, z);
        expect({ lower: found.lower, upper: Math.min(1, found.upper) }).to.deep.equal({
          lower: slow.lower,
          upper: slow.upper,
        });
        const { surest } = found;
        const larger = search.bounds({ z, factor: 3.5 });
        expect(Math.min(1, larger.upper)).to.equal(slowBounds(pairs, z, 3.5).upper);
        if (surest === null) {
          expect(slow.surest).to.equal(null);
          return;
        }
        const { fractions } = comparisons[surest.comparison]!;
        expect([fractions[surest.a], fractions[surest.b]]).to.have.members([slow.surest!.high, slow.surest!.low]);
      }),
      { numRuns: 300 },
    );
  });

  it("makes few of the intervals where groups are many", () => {
    const random = Random.of(3, "groups");
    const fractions = Array.from({ length: 3000 }, (_, g) => {
      const n = 20 + random.integer(200);
      return { group: `g${g}`, k: random.integer(n), n };
    });
    const search = pairSearch(comparisonTable([{ label: "1", prediction: "1", fractions }]), { minimumSupport });
    expect(search.pairs).to.equal(4_498_500);
    search.bounds({ z: 5 });
    expect(search.made()).to.be.below(30_000);
  });

  it("finds the comparisons with a bound beyond a limit", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 30 }), fc.double({ min: 0, max: 1, noNaN: true }), (outcomes, limit) => {
        const comparisons = equalizedOddsComparisons(outcomes);
        const search = pairSearch(equalizedOddsTable(outcomes), { minimumSupport });
        for (const side of ["lower", "upper"] as const) {
          const slow = comparisons.flatMap((comparison, c) => {
            const bounds = slowBounds(listPairs([comparison], minimumSupport), 2);
            return bounds[side] > limit || (side === "upper" && limit >= 1 && bounds.upper > limit) ? [c] : [];
          });
          const found = [...search.beyond({ z: 2 }, side, limit)];
          // Bounds beyond 1 are cut by whoever reports them.
          if (limit < 1) expect(found).to.deep.equal(slow);
        }
      }),
    );
  });
});

describe("statistics of many pairs", () => {
  it("report the surest and the worst pair as if every pair had been looked at", () => {
    fc.assert(
      fc.property(manyGroups, (comparisons): void => {
        const pairs = listPairs(comparisons, minimumSupport);
        const report = simultaneousIntervals(comparisons, { minimumSupport });
        const { worst } = largestGap(comparisons, { minimumSupport });
        if (worst === null) {
          expect(report.comparisons).to.equal(0);
          return;
        }
        const z = normalQuantile(1 - 0.05 / (2 * pairs.length));
        const slow = slowBounds(pairs, z);
        expect([report.lower, report.upper]).to.deep.equal([slow.lower, slow.upper]);
        const lowest = Math.max(
          ...pairs.map(({ high, low }) => newcombeInterval({ first: high, second: low }, z)!.lower),
        );
        expect(report.surest!.lower).to.equal(lowest);
        // A tie with the pair that is furthest apart is that pair.
        if (report.worst!.lower === lowest) expect(report.surest).to.deep.equal(report.worst);
      }),
      { numRuns: 100 },
    );
  });

  it("have the p-values of a list of all pairs", () => {
    fc.assert(
      fc.property(manyGroups, fc.constantFrom(0, 0.1, 0.3, 0.5), (comparisons, limit) => {
        const pairs = listPairs(comparisons, minimumSupport);
        const slow = pairs.length === 0 ? null : slowPValue(pairs, limit);
        expect(limitPValue(comparisons, { limit, minimumSupport })).to.equal(slow);
      }),
      { numRuns: 40 },
    );
  });

  it("need as many rows as a list of all pairs does", () => {
    fc.assert(
      fc.property(manyGroups, fc.constantFrom(0.05, 0.31, 0.62), (comparisons, limit) => {
        const pairs = listPairs(comparisons, minimumSupport);
        const { factor, verdict, smallestCell } = evidencePower(comparisons, { limit, minimumSupport });
        if (factor === null || verdict === null) return;
        const z = normalQuantile(1 - 0.05 / (2 * pairs.length));
        const decides = (times: number) => {
          const { lower, upper } = slowBounds(pairs, z, times);
          return verdict === "violated" ? lower > limit : upper <= limit;
        };
        expect(decides(factor)).to.equal(true);
        if (factor > 1) expect(decides(factor * (1 - 2e-6))).to.equal(false);
        expect(smallestCell).to.equal(Math.min(...pairs.flatMap(({ high, low }) => [high.n, low.n])));
      }),
      { numRuns: 40 },
    );
  });
});
