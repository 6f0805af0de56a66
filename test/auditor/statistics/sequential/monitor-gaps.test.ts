import { monitorGaps } from "@evenodds/auditor";
import { Random, UsageError, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";

/** Rows of two groups with one of two labels, of which so many are predicted right. */
function batch(
  right: readonly number[],
  options: { readonly groups?: readonly string[]; readonly n?: number } = {},
): OutcomeCounts {
  const { groups = ["a", "b"], n = 100 } = options;
  const counts = groups.flatMap((_, g) => [right[2 * g]!, n - right[2 * g]!, n - right[2 * g + 1]!, right[2 * g + 1]!]);
  return { groups, classes: ["0", "1"], counts: Float64Array.from(counts), excluded: {} };
}

const even = () => batch([80, 80, 80, 80]);
const uneven = () => batch([80, 80, 80, 50]);

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

describe("monitorGaps", () => {
  it("finds a gap above the limit and keeps it", () => {
    const { looks, worst, strongest, threshold } = monitorGaps([...times(12, uneven), ...times(5, even)], {
      limit: 0.1,
    });
    expect(threshold).to.equal(20);
    const first = looks.findIndex(({ verdict }) => verdict === "violated");
    expect(first).to.be.within(1, 8);
    expect(looks.slice(0, first).every(({ verdict }) => verdict === "inconclusive")).to.equal(true);
    expect(looks.slice(first).every(({ verdict }) => verdict === "violated")).to.equal(true);
    expect(looks[first]!.eValue).to.be.at.least(20);
    expect(looks[11]!.gap).to.be.closeTo(0.3, 1e-12);
    // 12 × 50 + 5 × 80 of 17 × 100.
    expect(worst).to.deep.include({ label: "1", prediction: "1" });
    expect(worst!.lower).to.deep.equal({ group: "b", kind: "now", k: 1000, n: 1700, rate: 1000 / 1700 });
    expect(worst!.higher).to.deep.include({ group: "a", k: 1360 });
    expect(strongest!.eValue).to.be.above(20);
  });

  it("passes once every cell is decided, and looks on for a violation", () => {
    const { looks } = monitorGaps([...times(12, even), ...times(30, uneven)], { limit: 0.1 });
    const first = looks.findIndex(({ verdict }) => verdict === "pass");
    expect(first).to.be.within(2, 11);
    expect(looks[11]).to.deep.include({ verdict: "pass", cells: 8, cellsWithin: 8 });
    expect(looks.at(-1)!.verdict).to.equal("violated");
    // It does not pass beside a measured gap above the limit.
    const between = looks.filter(({ verdict, gap }) => verdict === "pass" && gap! > 0.1);
    expect(between).to.deep.equal([]);
  });

  it("never passes at limit 0, and any gap violates it", () => {
    expect(monitorGaps(times(200, even), { limit: 0 }).looks.at(-1)).to.deep.include({
      verdict: "inconclusive",
      cellsWithin: 0,
    });
    expect(monitorGaps(times(30, uneven), { limit: 0 }).looks.at(-1)!.verdict).to.equal("violated");
  });

  it("says the same of a batch whatever comes later, with groups and classes that come later too", () => {
    const random = Random.of(3, "batches");
    const drawn = times(9, () => batch(times(4, () => 40 + random.integer(60))));
    const more = times(3, () =>
      batch(
        times(6, () => 40 + random.integer(60)),
        { groups: ["b", "a", "c"] },
      ),
    );
    const all = [...drawn.slice(0, 5), ...more, ...drawn.slice(5)];
    const whole = monitorGaps(all, { limit: 0.05 }).looks;
    for (const length of [1, 4, 6, 10]) {
      const looks = monitorGaps(all.slice(0, length), { limit: 0.05 }).looks;
      looks.forEach((look, b) => {
        expect(look.eValue).to.be.closeTo(whole[b]!.eValue, 1e-12 * whole[b]!.eValue);
        expect({ ...look, eValue: 0 }).to.deep.equal({ ...whole[b]!, eValue: 0 });
      });
    }
  });

  it("has to decide a group that comes later", () => {
    const three = () => batch([80, 80, 80, 80, 80, 80], { groups: ["a", "b", "c"] });
    const { looks } = monitorGaps([...times(12, even), three()], { limit: 0.1 });
    expect(looks[11]!.verdict).to.equal("pass");
    expect(looks[12]).to.deep.include({ verdict: "inconclusive", cells: 24, cellsWithin: 8 });
    expect(monitorGaps([...times(12, even), ...times(15, three)], { limit: 0.1 }).looks.at(-1)!.verdict).to.equal(
      "pass",
    );
  });

  it("counts cells without rows, which are never decided", () => {
    const empty = () => {
      const one = even();
      one.counts.fill(0, 6, 8);
      return one;
    };
    const { looks, emptyCells } = monitorGaps(times(30, empty), { limit: 0.1 });
    expect(emptyCells).to.equal(4);
    expect(looks.at(-1)).to.deep.include({ verdict: "inconclusive", cells: 8, cellsWithin: 4 });
  });

  it("is inconclusive with one group, and before there are batches", () => {
    const one = () => batch([80, 80], { groups: ["a"] });
    const { looks, worst } = monitorGaps(times(3, one), { limit: 0.1 });
    expect(looks.at(-1)).to.deep.include({ verdict: "inconclusive", cells: 0, gap: null, eValue: 1 });
    expect(looks.at(-1)!.interval).to.deep.equal({ lower: 0, upper: 1 });
    expect(worst).to.equal(null);
    expect(monitorGaps([], { limit: 0.1 }).looks).to.deep.equal([]);
  });

  it("narrows its intervals around a gap that stays as it is", () => {
    const { looks } = monitorGaps(times(40, uneven), { limit: 0.1 });
    looks.forEach(({ interval }, b) => {
      expect(interval.lower).to.be.at.most(0.3);
      expect(interval.upper).to.be.at.least(0.3);
      if (b === 0) return;
      expect(interval.lower).to.be.at.least(looks[b - 1]!.interval.lower);
      expect(interval.upper).to.be.at.most(looks[b - 1]!.interval.upper);
    });
    const { lower, upper } = looks.at(-1)!.interval;
    expect(upper - lower).to.be.below(0.12);
  });

  it("compares right predictions only where asked to", () => {
    expect(monitorGaps(times(3, even), { limit: 0.1, predictions: "correct" }).looks[2]!.cells).to.equal(4);
  });

  it("compares each group with its reference, allowing for what the reference does not know", () => {
    const reference = batch([800, 800, 800, 800], { n: 1000 });
    const found = monitorGaps(times(30, uneven), { limit: 0.05, reference });
    expect(found.threshold).to.equal(40);
    expect(found.looks[0]!.cells).to.equal(16);
    expect(found.looks.at(-1)!.verdict).to.equal("violated");
    expect(found.worst!.higher).to.deep.equal({ group: "b", kind: "reference", k: 800, n: 1000, rate: 0.8 });
    expect(monitorGaps(times(60, even), { limit: 0.15, reference }).looks.at(-1)!.verdict).to.equal("pass");
    // Groups differ from each other, but not from what they were.
    const before = batch([800, 800, 800, 500], { n: 1000 });
    expect(monitorGaps(times(60, uneven), { limit: 0.15, reference: before }).looks.at(-1)!.verdict).to.equal("pass");
    // Of ten rows nobody knows enough.
    const few = batch([8, 8, 8, 8], { n: 10 });
    expect(monitorGaps(times(60, uneven), { limit: 0.05, reference: few }).looks.at(-1)!.verdict).to.equal(
      "inconclusive",
    );
  });

  it("refuses options out of range, and counts that are not whole", () => {
    expect(() => monitorGaps([], { limit: 1 })).to.throw(UsageError, /‘limit’.*less than 1, found 1/);
    expect(() => monitorGaps([], { limit: NaN })).to.throw(UsageError, /‘limit’/);
    expect(() => monitorGaps([], { limit: 0, alpha: 0 })).to.throw(UsageError, /‘alpha’/);
    expect(() => monitorGaps([], { limit: 0, largestCluster: 0.5 })).to.throw(UsageError, /‘largestCluster’/);
    expect(() => monitorGaps([batch([0.5, 1, 1, 1])], { limit: 0 })).to.throw(UsageError, /whole numbers.*0\.5/);
  });
});
